import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { Button } from "../../ui/Button";
import { Dialog, DialogWords } from "../../ui/Dialog";
import { toast } from "../../ui/Toast";
import { useLast } from "../../ui/useLast";
import { useViewer } from "../identity/Viewer";
import { NookChoice } from "./NookChoice";
import styles from "./NookPanel.module.css";
import { daysLocked } from "./nooks";

const CHANGED = "Your nook has been updated. Note that your curator status and progress have been reset.";
const CHOSEN = "Your nook has been updated.";
const NOT_CHANGED = "Failed to update nook. Please try again.";

interface Wanted {
  nook: string;
  /** Of all that one makes. It locks the nook as every change does, but costs nothing. */
  isFirst: boolean;
}

/** The nooks; choosing another asks first, because it costs what one has earned here. */
export function NookPanel() {
  const viewer = useViewer();
  const days = daysLocked(viewer.lastNookChange, new Date());
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <>
      <NookChoice
        value={wanted?.nook ?? viewer.nook}
        onChange={(nook) => nook !== viewer.nook && setWanted({ nook, isFirst: !viewer.lastNookChange })}
        disabled={days > 0}
        stacked
      />
      {days > 0 && (
        <p className={styles.locked}>
          {`CANNOT CHANGE NOOK FOR 7 DAYS · ${days} ${days === 1 ? "day" : "days"} left`}
        </p>
      )}
      <ChangeDialog wanted={wanted} onClose={() => setWanted(null)} />
    </>
  );
}

function ChangeDialog({ wanted, onClose }: { wanted: Wanted | null; onClose: () => void }) {
  const viewer = useViewer();
  const update = useMutation(api.users.updateUserNook);
  const { nook, isFirst } = useLast(wanted) ?? { nook: "", isFirst: false };
  const named = nook.toUpperCase();
  const [isBusy, setBusy] = useState(false);
  async function change(): Promise<void> {
    setBusy(true);
    try {
      await update({ userId: viewer._id, nook, lastNookChange: new Date().toISOString() });
      toast(isFirst ? CHOSEN : CHANGED);
    } catch (error) {
      const isLocked = codeOf(error) === "nook_locked";
      toast(isLocked ? wordsFor(error, NOT_CHANGED) : NOT_CHANGED, { tone: "danger" });
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return (
    <Dialog
      open={wanted !== null}
      onClose={onClose}
      title={isFirst ? `Choose ${named} as your nook?` : `Change your nook to ${named}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="light" disabled={isBusy} onClick={change}>
            {isBusy ? "One moment…" : isFirst ? "Choose nook" : "Change nook"}
          </Button>
        </>
      }
    >
      <DialogWords>
        {isFirst
          ? "You cannot change your nook for 7 days then."
          : "Your curator status and progress will be reset, and you cannot change your nook again for 7 days."}
      </DialogWords>
    </Dialog>
  );
}
