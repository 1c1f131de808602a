import { useSyncExternalStore } from "react";

/** With whom one has just come into flow. */
export interface InFlow {
  username: string;
  fullName: string;
  imageUrl: string;
}

const STAY_MS = 3_000;

let now: InFlow | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function show(next: InFlow | null): void {
  now = next;
  for (const watcher of watchers) watcher();
}

/** Has it said over whatever is on the screen; it closes itself after a while. */
export function announceFlow(other: InFlow): void {
  clearTimeout(timer);
  show(other);
  timer = setTimeout(() => show(null), STAY_MS);
}

export function closeAnnouncement(): void {
  clearTimeout(timer);
  show(null);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function useAnnouncement(): InFlow | null {
  return useSyncExternalStore(watch, () => now);
}
