import { useSyncExternalStore } from "react";
import { local } from "../../lib/storage";

const KEPT = "keys";
const OFF = "off";

const watchers = new Set<() => void>();
let isShown = false;

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function tell(): void {
  for (const watcher of watchers) watcher();
}

/** Whether this browser's member wants single keys. They are on until somebody says otherwise. */
export const areKeysOn = () => local.get(KEPT) !== OFF;
export const useKeysOn = () => useSyncExternalStore(watch, areKeysOn);

export function switchKeys(on: boolean): void {
  if (on) local.remove(KEPT);
  else local.set(KEPT, OFF);
  tell();
}

/** The list of keys, which lies over whatever page one is on. */
export const useMapShown = () => useSyncExternalStore(watch, () => isShown);

export function showMap(show = true): void {
  isShown = show;
  tell();
}
