import { type FormEvent, useState } from "react";
import { wordsFor } from "../../lib/refusal";
import { clipped, lengthOf } from "../../lib/text";
import * as actions from "../../locales/actions";
import * as words from "../../locales/decisions";
import { Alert } from "../../ui/Alert";
import { Button } from "../../ui/Button";
import { TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import styles from "./AppealForm.module.css";
import { WORDS_MAX } from "./limits";

/** A button that opens the form for an appeal in its place. */
export function AppealForm({ onAppeal }: { onAppeal: (words: string) => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await onAppeal(text.trim());
      toast(words.sent());
    } catch (error) {
      setError({ words: wordsFor(error, words.couldntSend()) });
    }
    setBusy(false);
  }

  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{words.appeal()}</Button>
      </div>
    );
  return (
    <form className={styles.form} onSubmit={send}>
      <TextField
        autoFocus
        label={words.appealWords()}
        rows={4}
        value={text}
        hint={text ? words.left({ count: WORDS_MAX - lengthOf(text) }) : words.appealHint()}
        onChange={(event) => setText(clipped(event.target.value, WORDS_MAX))}
      />
      <Alert said={error} className={styles.error} />
      <div className={styles.ways}>
        <Button variant="primary" type="submit" disabled={isBusy || text.trim() === ""}>
          {isBusy ? words.sending() : words.send()}
        </Button>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {actions.cancel()}
        </Button>
      </div>
    </form>
  );
}
