import { useCallback, useEffect, useId, useLayoutEffect, useSyncExternalStore } from "react";

/** By then the dialog knows where the focus was, also if it did not get it. */
const SOON_MS = 100;

/** The open dialogs and popups, the newest on top. */
let open: readonly string[] = [];
const watchers = new Set<() => void>();

function change(next: readonly string[]): void {
  open = next;
  // What lies below is only hidden from screen readers by the library: a quick Tab would still reach it.
  document.getElementById("root")?.toggleAttribute("inert", open.length > 0);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/**
 * Makes inert what a dialog lies over, from the moment when the focus has come into it: earlier, the place to give the focus
 * back to would be forgotten. Answers what the dialog's element has to know.
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
