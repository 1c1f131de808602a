import { useSyncExternalStore } from "react";

let postponed = "";
const listeners = new Set<() => void>();

/** Which documents the member has put off accepting, until the page is loaded again. */
export const usePostponed = (): string =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => postponed,
  );

/** Put these documents off; with "", ask at once. */
export function postpone(documents: string): void {
  postponed = documents;
  for (const listener of listeners) listener();
}
