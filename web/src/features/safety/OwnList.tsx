import type { api, BlockedUser } from "../../api";
import { byId } from "../../lib/byId";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import { Button } from "../../ui/Button";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { toast } from "../../ui/Toast";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { PeopleSkeleton, PersonRow } from "../people/PersonRow";
import styles from "./Choices.module.css";

const PAGE = 20;

/** Members whom the viewer muted or limited, newest first, live; each can be taken off the list. */
export function OwnList({
  query,
  words,
  undo,
}: {
  query: typeof api.profiles.getMuted | typeof api.profiles.getLimited;
  words: {
    loading: string;
    none: string;
    noneHint: string;
    undo: string;
    undoOf: (username: string) => string;
  };
  undo: (person: BlockedUser) => Promise<unknown>;
}) {
  const list = usePaginatedSubscription(query, {}, { first: PAGE, positionOf: byId, freezeLayout: false });
  const { positions, status, loadMore } = list;
  if (status === "LoadingFirstPage") return <PeopleSkeleton rows={1} words={words.loading} />;
  if (positions.length === 0 && status === "Exhausted") {
    return (
      <p className={styles.none}>
        <strong>{words.none}</strong>
        {words.noneHint}
      </p>
    );
  }
  return (
    <div>
      <LongList list={list}>
        {(person) => (
          <PersonRow key={person._id} person={person}>
            <Button
              aria-label={words.undoOf(person.username)}
              onClick={() =>
                undo(person).catch((error) => toast(wordsFor(error, actions.failed()), { tone: "danger" }))
              }
            >
              {words.undo}
            </Button>
          </PersonRow>
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </div>
  );
}
