import { useEffect } from "react";
import { useViewer } from "../identity/Viewer";
import { setFilter } from "./Covered";
import Filter from "./Filter";
import { setFilteredWords } from "./filteredWords";

/** Brings the member's list, whenever it changes, to the filter of this page. */
export default function FilteredWordsSync({ words }: { words: readonly string[] }) {
  const { profileId } = useViewer();
  useEffect(() => {
    setFilteredWords({ of: profileId, words });
    setFilter(words.length ? Filter : null);
  }, [profileId, words]);
  return null;
}
