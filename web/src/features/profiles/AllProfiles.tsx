import type { ReactNode } from "react";
import { api, type Profile } from "../../api";
import { byId } from "../../lib/byId";
import { wordsFor } from "../../lib/refusal";
import { Further } from "../../ui/Further";
import { LongList } from "../../ui/LongList";
import { Popup, PopupClose } from "../../ui/Popup";
import { Recover } from "../../ui/Recover";
import { useBackCloses } from "../../ui/useBackCloses";
import { useLivePages } from "../../ui/useLivePages";
import { WhileNear } from "../../ui/WhileNear";
import styles from "./AllProfiles.module.css";
import { NoUsers } from "./PeopleSearch";
import { PeopleSkeleton, PersonRow } from "./PersonRow";

const PAGE = 30;

/** Everybody whom a search found; `aside` stands in each row. */
export default function AllProfiles({
  text,
  aside,
  onClose,
}: {
  text: string;
  aside: ((person: Profile) => ReactNode) | undefined;
  onClose: () => void;
}) {
  useBackCloses(true, onClose);
  return (
    <Popup label="All Profiles" kind="side" onClose={onClose}>
      <header className={styles.head}>
        <h2>All Profiles</h2>
        <PopupClose />
      </header>
      <div className={styles.list}>
        <Recover words={(error) => wordsFor(error, "The search did not work.")}>
          <Found text={text} aside={aside} onGo={onClose} />
        </Recover>
      </div>
    </Popup>
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
  const list = useLivePages(api.profiles.search, { text }, { first: PAGE, placeOf: byId, isSteady: false });
  const { places, status, loadMore } = list;
  return (
    <>
      {status === "LoadingFirstPage" && <PeopleSkeleton rows={8} />}
      {status === "Exhausted" && places.length === 0 && <NoUsers />}
      <LongList list={list}>
        {(person) => (
          <PersonRow key={person._id} person={person} onGo={onGo}>
            {aside && <WhileNear>{aside(person)}</WhileNear>}
          </PersonRow>
        )}
      </LongList>
      <Further status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}
