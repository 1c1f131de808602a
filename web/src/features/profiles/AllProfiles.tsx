import { usePaginatedQuery } from "convex/react";
import { api } from "../../api";
import { Further } from "../../ui/Further";
import { Popup, PopupClose } from "../../ui/Popup";
import { useBackCloses } from "../../ui/useBackCloses";
import styles from "./AllProfiles.module.css";
import { NoUsers } from "./PeopleSearch";
import { PeopleSkeleton, PersonRow } from "./PersonRow";

const PAGE = 30;

/** Everybody whom a search found. */
export default function AllProfiles({ text, onClose }: { text: string; onClose: () => void }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.profiles.search,
    { text },
    { initialNumItems: PAGE },
  );
  useBackCloses(true, onClose);
  return (
    <Popup label="All Profiles" kind="side" onClose={onClose}>
      <header className={styles.head}>
        <h2>All Profiles</h2>
        <PopupClose />
      </header>
      <div className={styles.list}>
        {status === "LoadingFirstPage" && <PeopleSkeleton rows={8} />}
        {status === "Exhausted" && results.length === 0 && <NoUsers />}
        <ul>
          {results.map((person) => (
            <PersonRow key={person._id} person={person} onGo={onClose} />
          ))}
        </ul>
        <Further status={status} onReach={() => loadMore(PAGE)} />
      </div>
    </Popup>
  );
}
