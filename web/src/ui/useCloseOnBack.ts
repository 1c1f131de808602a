import { useEffect, useEffectEvent } from "react";
import { askBeforeLeaving, stayOnBack } from "../lib/history";

/** On a phone, the back button closes the topmost overlay. For overlays without an address of their own. */
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
