import { useQuery } from "convex/react";
import { type ReactNode, Suspense, useState } from "react";
import { api, type Profile } from "../../api";
import { wordsFor } from "../../lib/refusal";
import * as peopleWords from "../../locales/people";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { SearchBox } from "../../ui/SearchBox";
import { SearchResults } from "../../ui/SearchResults";
import { useDebounced } from "../../ui/useDebounced";
import { useKeepPreviousResult } from "../../ui/useKeepPreviousResult";
import { PeopleSkeleton, PersonRow } from "../people/PersonRow";
import styles from "./PeopleSearch.module.css";

const AllProfiles = lazyWithRetry(() => import("./AllProfiles"));
const SHOWN = 4;

/**
 * Searches for members while the member types. Four of them show, and a button shows all; `aside` stands in each row.
 */
export function PeopleSearch({
  placeholder,
  aside,
}: {
  placeholder: string;
  aside?: (person: Profile) => ReactNode;
}) {
  const [text, setText] = useState("");
  const [all, setAll] = useState<string | null>(null);
  const wanted = text.trim();
  return (
    <search className={styles.search}>
      <SearchBox label={placeholder} placeholder={placeholder} text={text} onType={setText} />
      <ErrorBoundary
        small
        about={wanted}
        words={(error) => wordsFor(error, peopleWords.couldntSearch())}
        frame={(failure) => <div className={styles.results}>{failure}</div>}
      >
        <Results text={wanted} aside={aside} onAll={setAll} />
      </ErrorBoundary>
      {all !== null && (
        <Suspense>
          <AllProfiles text={all} aside={aside} onClose={() => setAll(null)} />
        </Suspense>
      )}
    </search>
  );
}

/** The number of results, for screen readers. */
function said(count: number): string {
  if (count === 0) return peopleWords.noneFound();
  return count > SHOWN ? peopleWords.moreFound({ count: SHOWN }) : peopleWords.found({ count });
}

interface Looking {
  text: string;
  aside: ((person: Profile) => ReactNode) | undefined;
  onAll: (text: string) => void;
}

function Results(looking: Looking) {
  const { text } = looking;
  const { answer, isStale } = useFound(text, SHOWN + 1);
  return (
    <>
      <p className="visually-hidden" role="status">
        {answer && !isStale && said(answer.page.length)}
      </p>
      {text && (
        <div className={styles.results}>
          <SearchResults isStale={isStale}>
            <Found {...looking} page={answer?.page} />
          </SearchResults>
        </div>
      )}
    </>
  );
}

function Found({ text, page, aside, onAll }: Looking & { page: Profile[] | undefined }) {
  if (!page) return <PeopleSkeleton rows={2} />;
  if (page.length === 0) return <NoUsers />;
  return (
    <>
      <ul>
        {page.slice(0, SHOWN).map((person) => (
          <PersonRow key={person._id} person={person}>
            {aside?.(person)}
          </PersonRow>
        ))}
      </ul>
      {page.length > SHOWN && (
        <button type="button" className={styles.all} onClick={() => onAll(text)}>
          {peopleWords.viewAll()}
        </button>
      )}
    </>
  );
}

export function NoUsers() {
  return (
    <p className={styles.none}>
      <strong>{peopleWords.noneFound()}</strong>
      {peopleWords.noneFoundHint()}
    </p>
  );
}

function useFound(text: string, numItems: number) {
  const asked = useDebounced(text);
  const found = useQuery(
    api.profiles.search,
    asked ? { text: asked, paginationOpts: { numItems, cursor: null } } : "skip",
  );
  return useKeepPreviousResult(text, asked, found);
}
