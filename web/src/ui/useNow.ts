import { useSyncExternalStore } from "react";

const STEP_MS = 60_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all subscribers. */
function watch(watcher: () => void): () => void {
  if (watchers.size === 0) timer = setInterval(notify, STEP_MS);
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) clearInterval(timer);
  };
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

const minute = () => Math.floor(Date.now() / STEP_MS);

/** The time, in steps that 'x ago' can tell apart. */
export function useNow(): Date {
  useSyncExternalStore(watch, minute);
  return new Date();
}
