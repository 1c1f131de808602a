import { api, type PostId, type Reaction, type ReactionCounts } from "../../api";
import { byId } from "../../lib/byId";
import { wordsFor } from "../../lib/refusal";
import * as actionsWords from "../../locales/actions";
import * as reactorsWords from "../../locales/reactors";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { EmptyState } from "../../ui/EmptyState";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { useLastNonNull } from "../../ui/useLastNonNull";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { PeopleSkeleton, PersonRow } from "../people/PersonRow";

const PAGE = 30;
/** Rows that stand for those on their way. */
const MOST_BLANKS = 4;

interface ReactorsProps {
  postId: PostId;
  /** The reaction whose members are listed; null while the dialog is closed. */
  reaction: Reaction | null;
  counts: ReactionCounts | undefined;
  onClose: () => void;
}

/** The members who gave one reaction to a post, newest first, live. */
export function Reactors({ postId, reaction, counts, onClose }: ReactorsProps) {
  const shown = useLastNonNull(reaction);
  if (!shown) return null;
  const count = counts?.[shown] ?? 0;
  return (
    <Dialog
      open={reaction !== null}
      onClose={onClose}
      title={reactorsWords.title({ count, name: shown })}
      actions={<Button onClick={onClose}>{actionsWords.close()}</Button>}
    >
      <ErrorBoundary about={shown} words={(error) => wordsFor(error, reactorsWords.couldntLoad())}>
        <Members key={shown} postId={postId} reaction={shown} count={count} onGo={onClose} />
      </ErrorBoundary>
    </Dialog>
  );
}

function Members({
  postId,
  reaction,
  count,
  onGo,
}: {
  postId: PostId;
  reaction: Reaction;
  count: number;
  onGo: () => void;
}) {
  const list = usePaginatedSubscription(
    api.reactions.getReactors,
    { postId, reaction },
    { first: PAGE, positionOf: byId, freezeLayout: false },
  );
  const { positions, status, loadMore } = list;
  const isEmpty = status === "Exhausted" && positions.every(({ isDeleted }) => isDeleted);
  return (
    <>
      {status === "LoadingFirstPage" && (
        <PeopleSkeleton rows={Math.min(count, MOST_BLANKS)} words={reactorsWords.loading()} />
      )}
      {isEmpty && <EmptyState title={reactorsWords.empty()} help={reactorsWords.emptyHint()} />}
      <LongList list={list}>
        {(person) => <PersonRow key={person._id} person={person} onGo={onGo} />}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(PAGE)} />
    </>
  );
}
