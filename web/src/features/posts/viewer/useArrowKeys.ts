import { useEffect, useEffectEvent } from "react";
import { directionSign } from "../../../lib/direction";
import { areShortcutsOn } from "../../shortcuts/settings";
import { keyOf } from "../../shortcuts/shortcutMap";

const ARROWS = ["ArrowLeft", "ArrowRight"];

/** ←, →, k and j turn as the arrows do, wherever the focus is, unless something is being written or lies on top. */
export function useArrowKeys(before: () => void, after: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return;
    // In a video they wind it, and with Alt the browser goes back and forth.
    if (target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelectorAll('[role="dialog"]').length > 1) return;
    const letter = areShortcutsOn() && keyOf(event);
    const [back, onwards] = directionSign(document.body) > 0 ? ARROWS : ARROWS.toReversed();
    if (key === back || letter === "k") before();
    if (key === onwards || letter === "j") after();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    // On the way down: on its way up, the dialog keeps the arrow keys to itself.
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
