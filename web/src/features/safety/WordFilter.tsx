import { Suspense } from "react";
import { api } from "../../api";
import { local } from "../../lib/storage";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { FILTERED_WORDS } from "./Covered";

const FilteredWordsSync = lazyWithRetry(() => import("./FilteredWordsSync"));

/** Follows the member's list of filtered words. */
export function WordFilter() {
  const words = useOptionalQuery(api.safety.getFilteredWords, {});
  return words && (words.length || local.get(FILTERED_WORDS)) ? (
    <Suspense>
      <FilteredWordsSync words={words} />
    </Suspense>
  ) : null;
}
