import { useState } from "react";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as words from "../locales/deleting";
import { Button } from "./Button";
import { Dialog, DialogWords } from "./Dialog";
import { toast } from "./Toast";

export interface Deletion {
  thing: "foto" | "draft" | "grid" | "comment";
  /** Says what else is deleted. */
  consequence: string;
  remove: () => Promise<unknown>;
  /** Called after the deletion. */
  onDone: () => void;
}

/** Asks whether to delete something, and deletes it. */
export function DeleteDialog({
  open,
  onClose,
  thing,
  consequence,
  remove,
  onDone,
}: Deletion & { open: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      await remove();
      onClose();
      toast(words.deleted({ thing }));
      onDone();
    } catch (error) {
      toast(wordsFor(error, words.couldntDelete({ thing })), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.question({ thing })}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="danger" disabled={isBusy} onClick={act}>
            {isBusy ? words.deleting() : actions.remove()}
          </Button>
        </>
      }
    >
      <DialogWords>{consequence}</DialogWords>
    </Dialog>
  );
}
