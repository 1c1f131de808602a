import { type FormEvent, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { deleteAccount } from "./identity";

/** Asks twice: for a yes, and for the password. `onDeleted` is called when nothing of the account is left. */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      {isAsking && <Question onClose={() => setAsking(false)} onDeleted={onDeleted} />}
    </>
  );
}

function Question({ onClose, onDeleted }: { onClose: () => void; onDeleted: () => void }) {
  const [password, setPassword] = useState("");
  const [objection, setObjection] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    if (!password) {
      setObjection("Please enter your password");
      return field?.focus();
    }
    setBusy(true);
    setObjection("");
    try {
      await deleteAccount(password);
      onDeleted();
    } catch (error) {
      console.error("The account was not deleted", error);
      setObjection(wordsFor(error, "Your account could not be deleted. Please try again."));
      setBusy(false);
      field?.focus();
    }
  }

  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title="Delete Account"
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" type="submit" form="delete-account" disabled={busy}>
            {busy ? "Deleting..." : "Yes, Delete My Account"}
          </Button>
        </>
      }
    >
      <DialogWords>Are you sure you want to delete your account? This action cannot be undone.</DialogWords>
      <form id="delete-account" onSubmit={submit} noValidate>
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          wrong={objection}
          onChange={(event) => setPassword(event.target.value)}
        />
        <p className="visually-hidden" role="alert">
          {objection}
        </p>
      </form>
    </Dialog>
  );
}
