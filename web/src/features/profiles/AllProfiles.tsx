import type { ReactNode } from "react";
import { api, type Profile } from "../../api";
import { byId } from "../../lib/byId";
import { wordsFor } from "../../lib/refusal";
import * as peopleWords from "../../locales/people";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { Drawer, PopupClose } from "../../ui/Popup";
import { useCloseOnBack } from "../../ui/useCloseOnBack";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { WhileVisible } from "../../ui/WhileVisible";
import { PeopleSkeleton, PersonRow } from "../people/PersonRow";
import styles from "./AllProfiles.module.css";
import { NoUsers } from "./PeopleSearch";

const PAGE = 30;

/** All members that a search found; `aside` stands in each row. */
export default function AllProfiles({
  text,
  aside,
  onClose,
}: {
  text: string;
  aside: ((person: Profile) => ReactNode) | undefined;
  onClose: () => void;
}) {
  useCloseOnBack(true, onClose);
  return (
    <Drawer label={peopleWords.allProfiles()} onClose={onClose}>
      <header className={styles.head}>
        <h2>{peopleWords.allProfiles()}</h2>
        <PopupClose />
      </header>
      <div className={styles.list}>
        <ErrorBoundary words={(error) => wordsFor(error, peopleWords.couldntSearch())}>
          <Found text={text} aside={aside} onGo={onClose} />
        </ErrorBoundary>
      </div>
    </Drawer>
  );
}

function Found({
  text,
  aside,
  onGo,
}: {
  text: string;
  aside: ((person: Profile) => ReactNode) | undefined;
  onGo: () => void;
}) {
  const list = usePaginatedSubscription(
    api.profiles.search,
    { text },
    { first: PAGE, positionOf: byId, freezeLayout: false },
  );
  const { positions, status, loadMore } = list;
  return (
    <>
      {status === "LoadingFirstPage" && <PeopleSkeleton rows={8} />}
      {status === "Exhausted" && positions.length === 0 && <NoUsers />}
      <LongList list={list}>
        {(person) => (
          <PersonRow key={person._id} person={person} onGo={onGo}>
            {aside && <WhileVisible>{aside(person)}</WhileVisible>}
          </PersonRow>
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}
