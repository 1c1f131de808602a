import { useEffect, useEffectEvent } from "react";
import { askBeforeLeaving, stayOnBack } from "../lib/history";

/** On a phone, back means away with what is on top. For what has no address of its own. */
export function useCloseOnBack(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const endQuestion = askBeforeLeaving((leave, kind) => (kind === "POP" ? close() : leave()));
    const endGuard = stayOnBack();
    return () => {
      endQuestion();
      endGuard();
    };
  }, [open]);
}
