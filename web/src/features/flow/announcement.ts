import { useSyncExternalStore } from "react";

/** The member who has just come into flow with the viewer. */
export interface InFlow {
  username: string;
  fullName: string;
  imageUrl: string;
}

let now: InFlow | null = null;
const watchers = new Set<() => void>();

function show(next: InFlow | null): void {
  now = next;
  for (const watcher of watchers) watcher();
}

/** Has it said over whatever is on the screen. */
export const announceFlow = (other: InFlow) => show(other);

/** Closes the announcement, unless a newer one has replaced it. */
export function closeAnnouncement(announced: InFlow): void {
  if (now === announced) show(null);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function useAnnouncement(): InFlow | null {
  return useSyncExternalStore(watch, () => now);
}
