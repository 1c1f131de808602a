import { useSyncExternalStore } from "react";
import { local } from "../../lib/storage";

const STORAGE_KEY = "keys";
const OFF = "off";

const watchers = new Set<() => void>();
let isShown = false;

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function notify(): void {
  for (const watcher of watchers) watcher();
}

/** Whether the member wants single-key shortcuts in this browser. They are on by default. */
export const areShortcutsOn = () => local.get(STORAGE_KEY) !== OFF;
export const useShortcutsOn = () => useSyncExternalStore(watch, areShortcutsOn);

export function switchShortcuts(on: boolean): void {
  if (on) local.remove(STORAGE_KEY);
  else local.set(STORAGE_KEY, OFF);
  notify();
}

/** Whether the list of shortcuts is open, over any page. */
export const useShortcutListShown = () => useSyncExternalStore(watch, () => isShown);

export function showShortcutList(show = true): void {
  isShown = show;
  notify();
}
