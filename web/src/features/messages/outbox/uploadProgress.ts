/** The upload progress and the previews of fotos that are on their way. */
import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Sent } from "../../upload/upload";
import { pictureOf } from "./pendingFotos";

const uploads = new Map<string, Sent>();
const watchers = new Set<() => void>();

/** How much of a foto has left; null when nothing is on its way. */
export function setProgress(clientId: string, sent: Sent | null): void {
  if (sent) uploads.set(clientId, sent);
  else uploads.delete(clientId);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
  };
};

export const useProgress = (clientId: string) =>
  useSyncExternalStore(watch, () => uploads.get(clientId) ?? null);

/** Where a file that is not sent yet can be looked at; undefined where there is none, or until it is read. */
export function usePreview(clientId: string | null): string | undefined {
  const [preview, setPreview] = useState<string>();
  // Before the first picture: a file that was chosen just now is there at once.
  useLayoutEffect(() => {
    if (clientId === null) return;
    let isWanted = true;
    let url = "";
    void pictureOf(clientId).then((file) => {
      if (!file || !isWanted) return;
      url = URL.createObjectURL(file);
      setPreview(url);
    });
    return () => {
      isWanted = false;
      URL.revokeObjectURL(url);
    };
  }, [clientId]);
  return preview;
}
