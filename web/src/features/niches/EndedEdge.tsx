import { Button } from "../../ui/Button";
import { DialogWords } from "../../ui/Dialog";
import styles from "./Forms.module.css";

/** What became of a proposal that ended before one's eyes. */
export function EndedEdge({
  name,
  hasPassed,
  onClose,
}: {
  name: string;
  hasPassed: boolean;
  onClose: () => void;
}) {
  return (
    <div className={styles.form}>
      <strong className={styles.name}>{name.toUpperCase()}</strong>
      <DialogWords>
        {hasPassed
          ? "It has the votes, and is a nook from now on."
          : "Its time is over. It did not get the votes."}
      </DialogWords>
      <Button look="light" wide autoFocus onClick={onClose}>
        Got it
      </Button>
    </div>
  );
}
