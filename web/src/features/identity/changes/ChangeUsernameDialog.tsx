import { type FormEvent, useState } from "react";
import { wordsFor } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/changes";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import { Field } from "../../../ui/Field";
import { toast } from "../../../ui/Toast";
import { changeUsername } from "./requests";

/** Another username. Open pages show it as soon as the server has it. */
export function ChangeUsernameDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.changeUsername()}
      holds
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="primary" type="submit" form="change-username">
            {actions.save()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.usernameConsequence()}</DialogWords>
      {open && <UsernameForm onDone={onClose} />}
    </Dialog>
  );
}

function UsernameForm({ onDone }: { onDone: () => void }) {
  const [username, setUsername] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const changed = await changeUsername(username);
      toast(words.usernameChanged({ username: changed.username }));
      onDone();
    } catch (refusal) {
      setError({ words: wordsFor(refusal, words.couldntChange()) });
      setBusy(false);
    }
  }

  return (
    <form id="change-username" onSubmit={submit} noValidate>
      <Field
        label={words.newUsername()}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={username}
        wrong={error?.words}
        onChange={(event) => {
          setUsername(event.target.value);
          setError(null);
        }}
      />
      <Alert said={error} className="visually-hidden" />
    </form>
  );
}
