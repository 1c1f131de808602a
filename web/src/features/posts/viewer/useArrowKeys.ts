import { useEffect, useEffectEvent } from "react";
import { directionSign } from "../../../lib/direction";
import { areShortcutsOn } from "../../shortcuts/settings";
import { keyOf } from "../../shortcuts/shortcutMap";

const ARROWS = ["ArrowLeft", "ArrowRight"];

/** Something is being written or lies on top; or with Alt, the browser goes back and forth. */
export const isTaken = ({ target, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLInputElement ||
  altKey ||
  ctrlKey ||
  metaKey ||
  document.querySelectorAll('[role="dialog"]').length > 1;

/** ←, →, k and j turn as the arrows do, wherever the focus is, unless something is being written or lies on top. */
export function useArrowKeys(before: () => void, after: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    // In a video they wind it.
    if (target instanceof HTMLVideoElement || isTaken(event)) return;
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
