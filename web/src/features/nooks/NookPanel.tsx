import { useMutation } from "convex/react";
import { useState } from "react";
import { api } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import { NookChoice } from "./NookChoice";
import styles from "./NookPanel.module.css";
import { NookQuestion, type Wanted } from "./NookQuestion";
import { daysLocked } from "./nooks";

const CHANGED = "Your nook has been updated. Note that your curator status and progress have been reset.";
const CHOSEN = "Your nook has been updated.";
const NOT_CHANGED = "Failed to update nook. Please try again.";

/** The nooks. A change needs a confirmation, because it resets the member's progress. */
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
  const [isBusy, setBusy] = useState(false);
  async function change(nook: string): Promise<void> {
    setBusy(true);
    try {
      await update({ userId: viewer._id, nook, lastNookChange: new Date().toISOString() });
      toast(wanted?.isFirst ? CHOSEN : CHANGED);
    } catch (error) {
      const isLocked = codeOf(error) === "nook_locked";
      toast(isLocked ? wordsFor(error, NOT_CHANGED) : NOT_CHANGED, { tone: "danger" });
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return <NookQuestion wanted={wanted} isBusy={isBusy} onClose={onClose} onYes={change} />;
}
