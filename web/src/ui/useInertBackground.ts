import { useCallback, useEffect, useId, useLayoutEffect, useSyncExternalStore } from "react";

/** By then the dialog knows where the focus was, also if it did not get it. */
const SOON_MS = 100;

/** The open dialogs and popups, the newest on top. */
let open: readonly string[] = [];
const watchers = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  // The library hides the page below only from screen readers: a quick Tab would still reach it.
  document.getElementById("root")?.toggleAttribute("inert", open.length > 0);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/**
 * Makes the page below a dialog inert, from the moment when the focus has come into the dialog: earlier, the element
 * to return the focus to would be forgotten. Answers the props of the dialog's element.
 */
export function useInertBackground(isOpen: boolean): { onFocus: () => void; inert: boolean } {
  const id = useId();
  const cover = useCallback(() => {
    if (isOpen && !open.includes(id)) change([...open, id]);
  }, [isOpen, id]);
  useEffect(() => {
    const timer = setTimeout(cover, SOON_MS);
    return () => clearTimeout(timer);
  }, [cover]);
  useLayoutEffect(() => {
    if (!isOpen) return;
    return () => {
      if (open.includes(id)) change(open.filter((other) => other !== id));
    };
  }, [isOpen, id]);
  const top = useSyncExternalStore(watch, () => open.at(-1));
  return { onFocus: cover, inert: isOpen && open.includes(id) && top !== id };
}
