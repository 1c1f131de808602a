import { type FormEvent, type RefObject, useRef, useState } from "react";
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
  const firstCode = useRef<HTMLInputElement>(null);
  // Not in the form with the address, which is gone when the dialog of the proof gives the focus back.
  const { withProof, dialog } = useProof(() => firstCode.current);
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
      {open && !change && (
        <Address begin={(email) => withProof(() => beginEmailChange(email))} onSent={setChange} />
      )}
      {open && change && <Codes change={change} firstCode={firstCode} onDone={close} />}
      {dialog}
    </Dialog>
  );
}

function Address({
  begin,
  onSent,
}: {
  begin: (email: string) => Promise<EmailChange | undefined>;
  onSent: (change: EmailChange) => void;
}) {
  const [email, setEmail] = useState("");
  const { error, setError, isBusy, attempt } = useAttempt(words.couldntSend());

  const submit = (event: FormEvent) =>
    attempt(event, async () => {
      const change = await begin(email.trim());
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
    </>
  );
}

function Codes({
  change,
  firstCode,
  onDone,
}: {
  change: EmailChange;
  firstCode: RefObject<HTMLInputElement | null>;
  onDone: () => void;
}) {
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
        <Field
          label={words.codeFrom({ email: email ?? "" })}
          ref={firstCode}
          autoFocus
          {...named("formerCode")}
        />
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
