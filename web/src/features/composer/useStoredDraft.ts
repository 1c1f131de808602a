import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Draft, DraftFields } from "./draft";

const SETTLED_MS = 300;

/** Restores the stored draft once, unless the member has begun a new one; answers whether that is decided. */
export function useRestored(
  owner: string,
  draftOf: (owner: string) => Promise<Draft | null>,
  hasBegun: boolean,
  restore: (draft: Draft) => void,
): boolean {
  const [isRead, setRead] = useState(false);
  const decide = useEffectEvent((draft: Draft | null) => {
    if (draft && !hasBegun) restore(draft);
    setRead(true);
  });
  useEffect(() => {
    let isHere = true;
    void draftOf(owner).then((draft) => isHere && decide(draft));
    return () => {
      isHere = false;
    };
  }, [owner, draftOf]);
  return isRead;
}

/** Stores the draft after a pause in its changes, and at once when the page goes away. */
export function useDraftSaved(
  owner: string,
  storeFields: (owner: string, unsent: DraftFields) => void,
  isTouched: boolean,
  unsent: DraftFields,
): void {
  const now = useRef<DraftFields | null>(null);
  const text = JSON.stringify(unsent);
  useEffect(() => {
    now.current = isTouched ? (JSON.parse(text) as DraftFields) : null;
    const write = () => now.current && storeFields(owner, now.current);
    const timer = setTimeout(write, SETTLED_MS);
    window.addEventListener("pagehide", write);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", write);
    };
  }, [owner, storeFields, isTouched, text]);
}
