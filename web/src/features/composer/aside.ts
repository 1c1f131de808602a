import { useEffect, useState } from "react";
import { forget, forgetNote, keep, kept, note, noted } from "../../lib/shelf";
import { COUNTED_ON_MS, type Draft, type Unsent } from "./draft";

/** One foto for each browser, apart from the draft: what its member writes meanwhile does not change it. */
const FILE = "aside-foto";
const WORDS = "aside-foto-words";

interface Aside {
  draft: Draft | null;
  setAside: (draft: Draft) => void;
  forgetAside: () => void;
}

/** What the form held when it was cleared although nothing was wrong with it. It stays through a reload, until it is used. */
export function useAside(owner: string): Aside {
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => {
    let isHere = true;
    void asideOf(owner).then((found) => isHere && found && setDraft((now) => now ?? found));
    return () => {
      isHere = false;
    };
  }, [owner]);
  return {
    draft,
    setAside: (next) => {
      const { file, ...unsent } = next;
      setDraft(next);
      note(WORDS, { owner, unsent });
      void keep(FILE, { owner, file });
    },
    forgetAside: () => {
      setDraft(null);
      forgetNote(WORDS);
      void forget(FILE);
    },
  };
}

async function asideOf(owner: string): Promise<Draft | null> {
  const words = noted(WORDS) as { owner: string; unsent: Unsent } | undefined;
  const photo = (await kept(FILE)) as { owner: string; file: File } | undefined;
  if (words?.owner !== owner || photo?.owner !== owner) return null;
  const { arrived, ...unsent } = words.unsent;
  const isThere = arrived !== null && Date.now() - arrived.at < COUNTED_ON_MS;
  return { ...unsent, arrived: isThere ? arrived : null, file: photo.file };
}
