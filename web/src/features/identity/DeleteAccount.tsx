import { type FormEvent, useState } from "react";
import { codeOf, fieldOf, wordsFor } from "../../lib/refusal";
import * as actionsOf from "../../locales/actions";
import * as deleteAccountWords from "../../locales/deleteAccount";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Field } from "../../ui/Field";
import { HostedButtons, Problem } from "./HostedButtons";
import { type Methods, useMethods } from "./hosted";
import { deleteAccount } from "./identity";
import { useProof } from "./secondStep/useProof";

/**
 * Asks for a confirmation, and for the password. A member without a password must have logged in a moment ago; the
 * login leads back to `place`. `onDeleted` is called when the account is deleted.
 */
export function DeleteAccount({ place, onDeleted }: { place: string; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const open = useMethods();
  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        {deleteAccountWords.title()}
      </Button>
      {isAsking && (
        <Question open={open} place={place} onClose={() => setAsking(false)} onDeleted={onDeleted} />
      )}
    </>
  );
}

function Question({
  open,
  place,
  onClose,
  onDeleted,
}: {
  open: Methods;
  place: string;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { password, type, step, error, busy, submit, dialog } = useDeletion(open, onDeleted);
  return (
    <Dialog
      open
      onClose={busy ? () => {} : onClose}
      title={deleteAccountWords.title()}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            {actionsOf.cancel()}
          </Button>
          {step !== "log in" && (
            <Button variant="danger" type="submit" form="delete-account" disabled={busy}>
              {busy ? deleteAccountWords.deleting() : deleteAccountWords.yes()}
            </Button>
          )}
        </>
      }
    >
      <DialogWords>{deleteAccountWords.question()}</DialogWords>
      <form id="delete-account" onSubmit={submit} noValidate>
        {step === "password" && (
          <Field
            label={deleteAccountWords.password()}
            type="password"
            autoComplete="current-password"
            autoFocus={open.hosted.length > 0}
            value={password}
            wrong={error}
            onChange={(event) => type(event.target.value)}
          />
        )}
        {step === "password" ? (
          <p className="visually-hidden" role="alert">
            {error}
          </p>
        ) : (
          <Problem words={error || null} />
        )}
      </form>
      {dialog}
      {step === "log in" && <HostedButtons methods={{ ...open, embedded: false }} returnTo={place} />}
    </Dialog>
  );
}

/**
 * Where providers sign people in, only the server knows who has a password: there it is asked for after the yes. `log in`
 * is for those who have none and logged in too long ago.
 */
function useDeletion(open: Methods, onDeleted: () => void) {
  const [step, setStep] = useState<"yes" | "password" | "log in">(open.hosted.length ? "yes" : "password");
  const [password, setPassword] = useState("");
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const { withProof, dialog } = useProof();

  function refused(error: unknown): void {
    console.error("The account was not deleted", error);
    setBusy(false);
    const isWanting = step === "yes" && fieldOf(error) === "password";
    if (isWanting) setStep("password");
    else setError(wordsFor(error, deleteAccountWords.couldntDelete()));
    if (codeOf(error) === "forbidden") setStep("log in");
  }

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input");
    if (field && !password) {
      setError(deleteAccountWords.enterPassword());
      return field.focus();
    }
    setBusy(true);
    setError("");
    await withProof(() => deleteAccount(password).then(() => true)).then(
      (isDone) => (isDone ? onDeleted() : setBusy(false)),
      refused,
    );
    field?.focus();
  }

  return { password, type: setPassword, step, error, busy, submit, dialog };
}
