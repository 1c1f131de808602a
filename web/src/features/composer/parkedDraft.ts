import { useEffect, useState } from "react";
import { ASIDE, type Draft } from "./draft";

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
    const put = (found: Draft | null) => isHere && hasFiles(found) && setDraft((now) => now ?? found);
    void ASIDE.draftOf(owner).then(put);
    return () => {
      isHere = false;
    };
  }, [owner]);
  return {
    draft,
    park: (next) => {
      const { files, ...unsent } = next;
      setDraft(next);
      ASIDE.storeFields(owner, unsent);
      void ASIDE.storeFiles(owner, files);
    },
    discardParked: () => {
      setDraft(null);
      void ASIDE.discardDraft();
    },
  };
}

const hasFiles = (draft: Draft | null) => draft !== null && Object.keys(draft.files).length > 0;
