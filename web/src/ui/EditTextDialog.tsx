import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { wordsFor } from "../lib/refusal";
import { clipped, lengthOf } from "../lib/text";
import * as words from "../locales/actions";
import { Alert } from "./Alert";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { TextField } from "./Field";
import { toast } from "./Toast";

export interface EditedText {
  title: string;
  /** The name of the field. */
  label: string;
  /** The text as it is stored. */
  text: string;
  /** How many characters it may have. */
  most: number;
  rows: number;
  save: (text: string) => Promise<unknown>;
  saved: string;
  couldntSave: string;
}

/** A text of the member's own, to be changed. */
export function EditTextDialog({ onClose, ...edited }: EditedText & { onClose: () => void }) {
  const { text, error, isBusy, type, submit } = useEditing(edited, onClose);
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
            {isBusy ? words.saving() : words.save()}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={edited.label}
          rows={edited.rows}
          value={text}
          wrong={error?.words}
          hint={`${lengthOf(text)} / ${edited.most}`}
          onChange={(event) => type(event.target.value)}
        />
      </form>
      <Alert said={error} className="visually-hidden" />
    </Dialog>
  );
}

/** The text in the field. Pages show it only when the server has sent it. */
function useEditing(edited: EditedText, onClose: () => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isOpen = useIsMounted();
  const text = draft ?? edited.text;

  function type(typed: string): void {
    setError(null);
    setDraft(clipped(typed, edited.most));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (text === edited.text) return onClose();
    setBusy(true);
    setError(null);
    try {
      await edited.save(text);
      toast(edited.saved);
      if (isOpen()) onClose();
    } catch (error) {
      const words = wordsFor(error, edited.couldntSave);
      if (isOpen()) setError({ words });
      else toast(words, { tone: "danger" });
    }
    setBusy(false);
  }

  return { text, error, isBusy, type, submit };
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
