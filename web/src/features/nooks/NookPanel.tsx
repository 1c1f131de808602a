import { useMutation } from "convex/react";
import { type ReactNode, useState } from "react";
import { api } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import * as words from "../../locales/nooks";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import { NookChoice } from "./NookChoice";
import styles from "./NookPanel.module.css";
import { NookQuestion, type Wanted } from "./NookQuestion";
import { daysLocked } from "./nooks";

/** The nooks. A change needs a confirmation, because it resets the member's progress. */
export function NookPanel({ fotosOf }: { fotosOf: (nook: string) => ReactNode }) {
  const viewer = useViewer();
  const days = daysLocked(viewer.lastNookChange, new Date());
  const [wanted, setWanted] = useState<Wanted | null>(null);
  return (
    <>
      <NookChoice
        value={wanted?.nook ?? viewer.nook}
        onChange={(nook) => nook !== viewer.nook && setWanted({ nook, isFirst: !viewer.lastNookChange })}
        disabled={days > 0}
        fotosOf={fotosOf}
        stacked
      />
      {days > 0 && <p className={styles.locked}>{words.locked({ count: days })}</p>}
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
      toast(wanted?.isFirst ? words.updated() : words.updatedWithReset());
    } catch (error) {
      const isLocked = codeOf(error) === "nook_locked";
      toast(isLocked ? wordsFor(error, words.couldntUpdate()) : words.couldntUpdate(), { tone: "danger" });
    } finally {
      setBusy(false);
      onClose();
    }
  }
  return <NookQuestion wanted={wanted} isBusy={isBusy} onClose={onClose} onYes={change} />;
}
