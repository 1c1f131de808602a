import { useEffect, useEffectEvent } from "react";
import { askBeforeLeaving } from "../lib/history";

/** On a phone, back means away with what is on top. For what has no address of its own. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    return askBeforeLeaving((leave, kind) => (kind === "POP" ? close() : leave()));
  }, [open]);
}
