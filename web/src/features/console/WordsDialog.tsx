import { type FormEvent, useId, useState } from "react";
import { codeOf, wordsFor } from "../../lib/refusal";
import { clipped } from "../../lib/text";
import * as actionsWords from "../../locales/actions";
import * as words from "../../locales/case";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { TextField } from "../../ui/Field";
import { toast } from "../../ui/Toast";
import { WORDS_MAX } from "../moderation/limits";

/** A question with optional words for the member concerned. Its button has the focus. */
export function WordsDialog({
  open,
  onClose,
  title,
  hint,
  confirm,
  done,
  failed,
  onConfirm,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  hint: string;
  confirm: string;
  done: string;
  failed: string;
  onConfirm: (words: string) => Promise<unknown>;
}) {
  const form = useId();
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    try {
      await onConfirm(text);
      toast(done);
      onClose();
    } catch (error) {
      // Another moderator was faster: the case shows what became of it.
      const isLate = codeOf(error) === "conflict";
      toast(wordsFor(error, failed), { tone: isLate ? "plain" : "danger" });
      if (isLate) onClose();
    }
    setBusy(false);
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      focusFirst={() => document.querySelector<HTMLElement>(`button[form="${form}"]`)}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {actionsWords.cancel()}
          </Button>
          <Button variant="primary" type="submit" form={form} disabled={isBusy}>
            {isBusy ? actionsWords.wait() : confirm}
          </Button>
        </>
      }
    >
      <DialogWords>{hint}</DialogWords>
      <form id={form} onSubmit={send}>
        <TextField
          label={words.words()}
          rows={2}
          value={text}
          onChange={(event) => setText(clipped(event.target.value, WORDS_MAX))}
        />
      </form>
    </Dialog>
  );
}
