import { useEffect, useEffectEvent } from "react";
import { areShortcutsOn } from "../shortcuts/settings";
import { keyOf } from "../shortcuts/shortcutMap";

const FIELD = "input, textarea, select, [contenteditable]";
/** As long, the first key of two is remembered: after `g`, a letter leads to a place. */
const PREFIX_MS = 1_500;

interface Handlers {
  /** Gets single letters; answers whether it knew what to do. */
  onLetter: (key: string) => boolean;
  onClose: (() => void) | null;
}

/** The keys of the console: j, k and the arrows along the queue, letters for the open case, Escape to close it. */
export function useCaseKeys({ onLetter, onClose }: Handlers): void {
  const press = useEffectEvent((event: KeyboardEvent, isSecond: boolean) => {
    if (event.defaultPrevented || isTaken(event)) return;
    if (event.key === "Escape") return void onClose?.();
    const step = stepOf(event, areShortcutsOn() ? keyOf(event) : null);
    if (step) {
      if (moveFocus(step)) event.preventDefault();
      return;
    }
    const letter = areShortcutsOn() && !isSecond ? keyOf(event) : null;
    if (letter && onLetter(letter)) event.preventDefault();
  });
  useEffect(() => {
    let prefixUntil = 0;
    const listen = (event: KeyboardEvent) => {
      press(event, event.timeStamp < prefixUntil);
      prefixUntil = keyOf(event) === "g" ? event.timeStamp + PREFIX_MS : 0;
    };
    // On the document, so that it comes before the app's own shortcuts.
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

/** What lies over the page has the keys, and so has a field. */
function isTaken({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"], [role="menu"]')) return true;
  return target instanceof Element && target.closest(FIELD) !== null;
}

/** The arrows scroll, unless the focus is on a case. */
function stepOf({ key, target }: KeyboardEvent, letter: string | null): 1 | -1 | 0 {
  const isOnCase = target instanceof Element && target.closest("[data-case]") !== null;
  if (letter === "j" || (isOnCase && key === "ArrowDown")) return 1;
  return letter === "k" || (isOnCase && key === "ArrowUp") ? -1 : 0;
}

/** Moves the focus along the queue, from the focus, or else from the open case, or to the first. */
function moveFocus(by: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-case]")];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const at = focused >= 0 ? focused : rows.findIndex((row) => row.ariaCurrent);
  const next = at < 0 ? rows[0] : rows[at + by];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
  return rows.length > 0;
}

/** Puts the focus on a case of the queue, or on its first one. */
export function focusCase(id: string | null): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-case]")];
  (rows.find(({ dataset }) => dataset.case === id) ?? rows[0])?.focus();
}
