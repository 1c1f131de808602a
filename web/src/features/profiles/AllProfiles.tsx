import { usePaginatedQuery } from "convex/react";
import { api } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Further } from "../../ui/Further";
import { Popup, PopupClose } from "../../ui/Popup";
import { Recover } from "../../ui/Recover";
import { useBackCloses } from "../../ui/useBackCloses";
import styles from "./AllProfiles.module.css";
import { NoUsers } from "./PeopleSearch";
import { PeopleSkeleton, PersonRow } from "./PersonRow";

const PAGE = 30;

/** Everybody whom a search found. */
export default function AllProfiles({ text, onClose }: { text: string; onClose: () => void }) {
  useBackCloses(true, onClose);
  return (
    <Popup label="All Profiles" kind="side" onClose={onClose}>
      <header className={styles.head}>
        <h2>All Profiles</h2>
        <PopupClose />
      </header>
      <div className={styles.list}>
        <Recover words={(error) => wordsFor(error, "The search did not work.")}>
          <Found text={text} onGo={onClose} />
        </Recover>
      </div>
    </Popup>
  );
}

function Found({ text, onGo }: { text: string; onGo: () => void }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.profiles.search,
    { text },
    { initialNumItems: PAGE },
  );
  return (
    <>
      {status === "LoadingFirstPage" && <PeopleSkeleton rows={8} />}
      {status === "Exhausted" && results.length === 0 && <NoUsers />}
      <ul>
        {results.map((person) => (
          <PersonRow key={person._id} person={person} onGo={onGo} />
        ))}
      </ul>
      <Further status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}
