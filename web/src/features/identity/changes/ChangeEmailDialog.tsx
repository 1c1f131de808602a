import { type FormEvent, useState } from "react";
import { fieldOf, wordsFor } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/changes";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import { Field } from "../../../ui/Field";
import { toast } from "../../../ui/Toast";
import styles from "../Form.module.css";
import { codeIn } from "../rules";
import { useProof } from "../secondStep/useProof";
import { useViewer } from "../Viewer";
import { beginEmailChange, completeEmailChange, type EmailChange } from "./requests";

/** Another email address, with a code from the present and from the new one. */
export function ChangeEmailDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [change, setChange] = useState<EmailChange | null>(null);
  function close(): void {
    setChange(null);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={words.changeEmail()}
      holds
      actions={
        <>
          <Button onClick={close}>{actions.cancel()}</Button>
          <Button variant="primary" type="submit" form="change-email">
            {change ? words.confirm() : words.sendCodes()}
          </Button>
        </>
      }
    >
      {open && (change ? <Codes change={change} onDone={close} /> : <Address onSent={setChange} />)}
    </Dialog>
  );
}

function Address({ onSent }: { onSent: (change: EmailChange) => void }) {
  const [email, setEmail] = useState("");
  const { error, setError, isBusy, attempt } = useAttempt(words.couldntSend());
  const { withProof, dialog } = useProof();

  const submit = (event: FormEvent) =>
    attempt(event, async () => {
      const change = await withProof(() => beginEmailChange(email.trim()));
      if (change) onSent(change);
    });

  return (
    <>
      <DialogWords>{words.codesGoToBoth()}</DialogWords>
      <form id="change-email" onSubmit={submit} noValidate>
        <Field
          label={words.newEmail()}
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          value={email}
          readOnly={isBusy}
          wrong={error?.words}
          onChange={(event) => {
            setEmail(event.target.value);
            setError(null);
          }}
        />
        <Alert said={error} className="visually-hidden" />
      </form>
      {dialog}
    </>
  );
}

function Codes({ change, onDone }: { change: EmailChange; onDone: () => void }) {
  const { email } = useViewer();
  const [codes, setCodes] = useState({ formerCode: "", code: "" });
  const { error, setError, isBusy, attempt } = useAttempt(words.couldntChange());

  const submit = (event: FormEvent) =>
    attempt(event, async () => {
      const changed = await completeEmailChange(change, codes.formerCode, codes.code);
      toast(words.emailChanged({ email: changed.email }));
      onDone();
    });

  const named = (name: keyof typeof codes) => ({
    name,
    value: codes[name],
    inputMode: "numeric" as const,
    autoComplete: "one-time-code",
    readOnly: isBusy,
    wrong: error?.field === name ? error.words : undefined,
    onChange: (event: { target: { value: string } }) => {
      setCodes({ ...codes, [name]: codeIn(event.target.value) });
      setError(null);
    },
  });

  return (
    <>
      <DialogWords>{words.enterBoth()}</DialogWords>
      <form id="change-email" className={styles.form} onSubmit={submit} noValidate>
        <Field label={words.codeFrom({ email: email ?? "" })} autoFocus {...named("formerCode")} />
        <Field label={words.codeFromNew()} {...named("code")} />
        <Alert said={error} className={error?.field ? "visually-hidden" : styles.error} />
      </form>
    </>
  );
}

function useAttempt(otherwise: string) {
  const [error, setError] = useState<{ words: string; field: string | null } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function attempt(event: FormEvent, act: () => Promise<void>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await act();
    } catch (refusal) {
      setError({ words: wordsFor(refusal, otherwise), field: fieldOf(refusal) });
    }
    setBusy(false);
  }

  return { error, setError, isBusy, attempt };
}
