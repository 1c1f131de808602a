import { useMutation } from "convex/react";
import { useId, useState } from "react";
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
import styles from "./ReportDialog.module.css";
import { REASONS, reasonWords } from "./reasons";
import type { Subject } from "./subject";

/** The thanks are longer than other toasts. */
const STAY_MS = 6_000;

/** Asks why a member reports something. The reason sends the report: from a menu, that is the third tap. */
export function ReportDialog({
  subject,
  onClose,
  onSent,
}: {
  subject: Subject | null;
  onClose: () => void;
  onSent?: () => void;
}) {
  const first = useId();
  const shown = useLastNonNull(subject);
  const { sending, text, error, write, send } = useReport(subject, () => {
    onClose();
    onSent?.();
  });
  return (
    <Dialog
      open={subject !== null}
      onClose={onClose}
      title={words.title({ kind: shown?.kind ?? "post" })}
      focusFirst={() => document.getElementById(first)}
      actions={
        <Button variant="ghost" onClick={onClose}>
          {actions.cancel()}
        </Button>
      }
    >
      <div className={styles.form}>
        {shown?.kind === "message" && <p className={styles.small}>{words.messages()}</p>}
        <div className={styles.small}>
          <DialogWords>
            {shown?.username ? words.hint({ username: shown.username }) : words.hintUnnamed()}
          </DialogWords>
        </div>
        <TextField
          label={words.words()}
          rows={2}
          value={text}
          hint={text && words.left({ count: WORDS_MAX - lengthOf(text) })}
          onChange={(event) => write(event.target.value)}
        />
        <fieldset className={styles.reasons} disabled={sending !== null}>
          <legend>{words.why()}</legend>
          {REASONS.map((reason, at) => (
            <button
              key={reason}
              id={at === 0 ? first : undefined}
              type="button"
              className={styles.reason}
              onClick={() => void send(reason)}
            >
              {reasonWords(reason)}
              {reason === sending && <span className={styles.small}>{words.sending()}</span>}
            </button>
          ))}
        </fieldset>
        <Alert said={error} className={styles.error} />
      </div>
    </Dialog>
  );
}

function useReport(subject: Subject | null, onSent: () => void) {
  const report = useMutation(api.moderation.report);
  const [sending, setSending] = useState<Reason | null>(null);
  const [text, setText] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);

  async function send(reason: Reason): Promise<void> {
    if (!subject || sending) return;
    setSending(reason);
    setError(null);
    try {
      await report({ kind: subject.kind, subjectId: subject.id, reason, words: text });
      toast(words.thanks(), { stay: STAY_MS });
      setText("");
      onSent();
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSend()) });
    }
    setSending(null);
  }

  return {
    sending,
    text,
    error,
    write: (next: string) => setText(clipped(next, WORDS_MAX)),
    send,
  };
}
