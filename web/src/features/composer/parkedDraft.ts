import { useEffect, useState } from "react";
import { deleteNote, deleteValue, getNote, getValue, putNote, putValue } from "../../lib/offlineStorage";
import { type Draft, type DraftFields, UPLOAD_USABLE_MS } from "./draft";

/** One foto for each browser, apart from the draft: what its member writes meanwhile does not change it. */
const FILE = "aside-foto";
const WORDS = "aside-foto-words";

interface ParkedDraft {
  draft: Draft | null;
  park: (draft: Draft) => void;
  discardParked: () => void;
}

/**
 * The draft that a failed content check cleared from the form. It survives a reload, until it is restored or
 * replaced.
 */
export function useParkedDraft(owner: string): ParkedDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    let isHere = true;
    void parkedDraftOf(owner).then((found) => isHere && found && setDraft((now) => now ?? found));
    return () => {
      isHere = false;
    };
  }, [owner]);
  return {
    draft,
    park: (next) => {
      const { file, ...unsent } = next;
      setDraft(next);
      putNote(WORDS, { owner, unsent });
      void putValue(FILE, { owner, file });
    },
    discardParked: () => {
      setDraft(null);
      deleteNote(WORDS);
      void deleteValue(FILE);
    },
  };
}

async function parkedDraftOf(owner: string): Promise<Draft | null> {
  const words = getNote(WORDS) as { owner: string; unsent: DraftFields } | undefined;
  const photo = (await getValue(FILE)) as { owner: string; file: File } | undefined;
  if (words?.owner !== owner || photo?.owner !== owner) return null;
  const { arrived, ...unsent } = words.unsent;
  const isThere = arrived !== null && Date.now() - arrived.at < UPLOAD_USABLE_MS;
  return { ...unsent, arrived: isThere ? arrived : null, file: photo.file };
}
