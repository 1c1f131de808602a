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
const NOT_CHANGED = "Failed to update nook. Please try again.";

/** The nooks; choosing another asks first, because it costs what one has earned here. */
export function NookPanel() {
  const viewer = useViewer();
  const days = daysLocked(viewer.lastNookChange, new Date());
  const [wanted, setWanted] = useState<string | null>(null);
  return (
    <>
      <NookChoice
        value={wanted ?? viewer.nook}
        onChange={(nook) => nook !== viewer.nook && setWanted(nook)}
        disabled={days > 0}
        stacked
      />
      {days > 0 && (
        <p className={styles.locked}>
          {`CANNOT CHANGE NOOK FOR 7 DAYS · ${days} ${days === 1 ? "day" : "days"} left`}
        </p>
      )}
      <ChangeDialog nook={wanted} onClose={() => setWanted(null)} />
    </>
  );
}

function ChangeDialog({ nook, onClose }: { nook: string | null; onClose: () => void }) {
  const viewer = useViewer();
  const update = useMutation(api.users.updateUserNook);
  const named = useLast(nook)?.toUpperCase() ?? "";
  const [isBusy, setBusy] = useState(false);
  async function change(): Promise<void> {
    if (!nook) return;
    setBusy(true);
    try {
      await update({ userId: viewer._id, nook, lastNookChange: new Date().toISOString() });
      toast(CHANGED);
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
      open={nook !== null}
      onClose={onClose}
      title={`Change your nook to ${named}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="light" disabled={isBusy} onClick={change}>
            {isBusy ? "One moment…" : "Change nook"}
          </Button>
        </>
      }
    >
      <DialogWords>
        Your curator status and progress will be reset, and you cannot change your nook again for 7 days.
      </DialogWords>
    </Dialog>
  );
}
