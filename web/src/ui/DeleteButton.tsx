import { useState } from "react";
import { wordsFor } from "../lib/refusal";
import * as actions from "../locales/actions";
import * as words from "../locales/deleting";
import { Button } from "./Button";
import styles from "./DeleteButton.module.css";
import { Dialog, DialogWords } from "./Dialog";
import { Icon } from "./Icon";
import { toast } from "./Toast";

/**
 * A button that deletes something after a confirmation; `consequence` says what else is deleted. `onDone` is called after the deletion. With `plain` the button is a word like those around it, without an
 * icon.
 */
export function DeleteButton({
  thing,
  consequence,
  remove,
  onDone,
  plain = false,
}: {
  thing: "foto" | "grid" | "comment";
  consequence: string;
  remove: () => Promise<unknown>;
  onDone: () => void;
  plain?: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function act(): Promise<void> {
    setBusy(true);
    try {
      await remove();
      setAsking(false);
      toast(words.deleted({ thing }));
      onDone();
    } catch (error) {
      toast(wordsFor(error, words.couldntDelete({ thing })), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button
        type="button"
        className={plain ? undefined : styles.remove}
        aria-label={words.deleteThing({ thing })}
        onClick={() => setAsking(true)}
      >
        {plain ? actions.remove() : <Icon name="trash" />}
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.question({ thing })}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>{actions.cancel()}</Button>
            <Button variant="danger" disabled={isBusy} onClick={act}>
              {isBusy ? words.deleting() : actions.remove()}
            </Button>
          </>
        }
      >
        <DialogWords>{consequence}</DialogWords>
      </Dialog>
    </>
  );
}
