import { useMutation } from "convex/react";
import { type FormEvent, useId, useState } from "react";
import { api, type Reason } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import * as actions from "../../locales/actions";
import * as words from "../../locales/report";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { WORDS_MAX } from "./limits";
import { ReasonChoice } from "./ReasonChoice";
import styles from "./ReportDialog.module.css";
import type { Subject } from "./subject";

/** The thanks are longer than other toasts. */
const STAY_MS = 6_000;

/** Asks why a member reports something, and sends the report. */
export function ReportDialog({
  subject,
  onClose,
  onSent,
}: {
  subject: Subject | null;
  onClose: () => void;
  onSent?: () => void;
}) {
  const form = useId();
  const shown = useLastNonNull(subject);
  const { reason, text, error, isBusy, choose, write, send } = useReport(subject, () => {
    onClose();
    onSent?.();
  });
  return (
    <Dialog
      open={subject !== null}
      onClose={onClose}
      title={words.title({ kind: shown?.kind ?? "post" })}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {actions.cancel()}
          </Button>
          <Button variant="primary" type="submit" form={form} disabled={reason === null || isBusy}>
            {isBusy ? words.sending() : words.send()}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={send}>
        <ReasonChoice legend={words.why()} chosen={reason} onChoose={choose} />
        <TextField
          label={words.words()}
          rows={2}
          value={text}
          hint={text && words.left({ count: WORDS_MAX - lengthOf(text) })}
          onChange={(event) => write(event.target.value)}
        />
        {shown?.kind === "message" && <p className={styles.small}>{words.messages()}</p>}
        <div className={styles.small}>
          <DialogWords>
            {shown?.username ? words.hint({ username: shown.username }) : words.hintUnnamed()}
          </DialogWords>
        </div>
        <Alert said={error} className={styles.error} />
      </form>
    </Dialog>
  );
}

function useReport(subject: Subject | null, onSent: () => void) {
  const report = useMutation(api.moderation.report);
  const [reason, setReason] = useState<Reason | null>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    // React passes on what is sent in a dialog to the form around the button that opened it.
    event.stopPropagation();
    if (!subject || !reason || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await report({ kind: subject.kind, subjectId: subject.id, reason, words: text });
      toast(words.thanks(), { stay: STAY_MS });
      setReason(null);
      setText("");
      onSent();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSend()) });
    }
    setBusy(false);
  }

  return {
    reason,
    text,
    error,
    isBusy,
    choose: setReason,
    write: (next: string) => setText(clipped(next, WORDS_MAX)),
    send,
  };
}
