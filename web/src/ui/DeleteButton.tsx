import { useState } from "react";
import { wordsFor } from "../lib/refusal";
import { Button } from "./Button";
import styles from "./DeleteButton.module.css";
import { Dialog, DialogWords } from "./Dialog";
import { Icon } from "./Icon";
import { toast } from "./Toast";

/**
 * A button that deletes something after a confirmation. `thing` names it in one word, and `words` say what else is
 * deleted. `onDone` is called after the deletion. With `plain` the button is a word like those around it, without an
 * icon.
 */
export function DeleteButton({
  thing,
  words,
  remove,
  onDone,
  plain = false,
}: {
  thing: string;
  words: string;
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
      toast(`Your ${thing} is deleted.`);
      onDone();
    } catch (error) {
      toast(wordsFor(error, `The ${thing} could not be deleted. Please try again.`), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button
        type="button"
        className={plain ? undefined : styles.remove}
        aria-label={`Delete ${thing}`}
        onClick={() => setAsking(true)}
      >
        {plain ? "Delete" : <Icon name="trash" />}
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete this ${thing}?`}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button variant="danger" disabled={isBusy} onClick={act}>
              {isBusy ? "Deleting…" : "Delete"}
            </Button>
          </>
        }
      >
        <DialogWords>{words}</DialogWords>
      </Dialog>
    </>
  );
}
