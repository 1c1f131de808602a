import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Grid } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { Icon } from "../../ui/Icon";
import { toast } from "../../ui/Toast";
import styles from "./GridTools.module.css";

/** Takes one's own grid away, after a question. */
export function DeleteGrid({ grid, onDeleted }: { grid: Grid; onDeleted: () => void }) {
  const deleteGrid = useMutation(api.grids.deleteGrid);
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await deleteGrid({ gridId: grid._id });
      setAsking(false);
      toast("Your grid is deleted.");
      onDeleted();
    } catch (error) {
      toast(wordsFor(error, "The grid could not be deleted. Please try again."), { tone: "danger" });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button
        type="button"
        className={styles.tool}
        data-danger
        aria-label="Delete grid"
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this grid?"
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Keep it</Button>
            <Button look="danger" disabled={isBusy} onClick={remove}>
              {isBusy ? "Deleting…" : "Delete"}
            </Button>
          </>
        }
      >
        <DialogWords>Its fotos stay where they are.</DialogWords>
      </Dialog>
    </>
  );
}
