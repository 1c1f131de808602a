import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { wordsFor } from "../lib/refusal";
import { clipped, lengthOf } from "../lib/text";
import * as words from "../locales/actions";
import * as editWords from "../locales/editText";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import styles from "./EditTextDialog.module.css";
import { TextField } from "./Field";
import { toast } from "./Toast";

interface EditedField {
  label: string;
  /** The text as it is stored. */
  text: string;
  /** How many characters it may have. */
  most: number;
  rows: number;
  placeholder?: string;
}

export interface EditedTexts {
  title: string;
  fields: readonly EditedField[];
  /** Called with the text of each field. */
  save: (...texts: string[]) => Promise<unknown>;
  saved: string;
  couldntSave: string;
}

/** Texts of the member's own, to be changed. An error stands at the first field that the member changed. */
export function EditTextDialog({ onClose, ...edited }: EditedTexts & { onClose: () => void }) {
  const { texts, wrongAt, error, isBusy, type, submit } = useEditing(edited, onClose);
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={edited.title}
      holds
      actions={
        <>
          <Button onClick={onClose}>{words.cancel()}</Button>
          <Button variant="primary" type="submit" form={form}>
            {isBusy ? editWords.saving() : words.save()}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.fields} onSubmit={submit} noValidate>
        {edited.fields.map(({ label, rows, most, placeholder }, at) => (
          <TextField
            key={label}
            label={label}
            rows={rows}
            placeholder={placeholder}
            value={texts[at]}
            wrong={at === wrongAt ? error?.words : undefined}
            hint={`${lengthOf(texts[at] ?? "")} / ${most}`}
            onChange={(event) => type(at, clipped(event.target.value, most))}
          />
        ))}
      </form>
      <Alert said={error} className="visually-hidden" />
    </Dialog>
  );
}

/** The texts in the fields. Pages show them only when the server has sent them. */
function useEditing(edited: EditedTexts, onClose: () => void) {
  const [drafts, setDrafts] = useState<Record<number, string>>({});
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsMounted();
  const texts = edited.fields.map(({ text }, at) => drafts[at] ?? text);
  const changedAt = edited.fields.findIndex(({ text }, at) => texts[at] !== text);

  function type(at: number, typed: string): void {
    setError(null);
    setDrafts((before) => ({ ...before, [at]: typed }));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (changedAt < 0) return onClose();
    setBusy(true);
    setError(null);
    try {
      await edited.save(...texts);
      toast(edited.saved);
      if (isOpen()) onClose();
    } catch (error) {
      const words = wordsFor(error, edited.couldntSave);
      if (isOpen()) setError({ words });
      else toast(words, { tone: "danger" });
    }
    setBusy(false);
  }

  return { texts, wrongAt: Math.max(changedAt, 0), error, isBusy, type, submit };
}

/** The member may close the dialog before the server has answered. */
function useIsMounted(): () => boolean {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => isMounted.current;
}
