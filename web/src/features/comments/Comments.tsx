import { useEffect } from "react";
import { api, type Comment, type PostId } from "../../api";
import { byId } from "../../lib/byId";
import type { ListItem } from "../../lib/paginatedList";
import { wordsFor } from "../../lib/refusal";
import * as words from "../../locales/comments";
import { ErrorBoundary } from "../../ui/ErrorBoundary";
import { LoadMore } from "../../ui/LoadMore";
import { LongList } from "../../ui/LongList";
import { NewestPill } from "../../ui/NewestPill";
import { type ListScroll, useFrozen, useListScroll } from "../../ui/useListScroll";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { type PaginatedList, usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { RestrictedBanner } from "../moderation/RestrictedBanner";
import { useStanding } from "../moderation/standing";
import { CommentForm } from "./CommentForm";
import styles from "./Comments.module.css";
import { CommentThread, DeletedThread } from "./CommentThread";
import { THREADS_PAGE } from "./limits";
import { type Threads as Standing, useThreads } from "./useThreads";
import { useWriting } from "./useWriting";

/** Unfolded threads that stay subscribed; each of them adds the pages beside it. */
const MOST_OPEN = 8;

/** The comments on a post, newest thread first, live; and the form for a new one. */
export function Comments({ postId }: { postId: PostId }) {
  const scroll = useListScroll();
  const threads = useThreads();
  const writing = useWriting(postId, (said) => {
    if (said.replyToId) threads.add(said, said.replyToId);
    else scroll.toNewest();
  });
  const isRestricted = Boolean(useStanding()?.restrictedUntil);
  const permission = useOptionalQuery(api.comments.getPermission, { postId });
  const isClosed = permission === "in_flow" || permission === "no_one";
  const isHeld = scroll.isScrolledDown || writing.target !== null || !writing.isBlank;
  return (
    <section className={styles.comments} aria-label={words.title()}>
      <div ref={scroll.list} className={styles.list} onScroll={scroll.onScroll}>
        <ErrorBoundary words={(error) => wordsFor(error, words.couldntLoad())}>
          <Threads
            postId={postId}
            scroll={{ ...scroll, isHeld }}
            threads={threads}
            onReply={isClosed ? null : writing.replyTo}
            isOwnPost={permission === "author"}
          />
        </ErrorBoundary>
      </div>
      {isRestricted ? (
        <div className={styles.form}>
          <RestrictedBanner />
        </div>
      ) : isClosed ? (
        <p className={styles.closed} role="status">
          {permission === "in_flow" ? words.onlyInFlow() : words.turnedOff()}
        </p>
      ) : (
        <CommentForm writing={writing} />
      )}
    </section>
  );
}

function Threads({
  postId,
  scroll,
  threads,
  onReply,
  isOwnPost,
}: {
  postId: PostId;
  scroll: ListScroll & { isHeld: boolean };
  threads: Standing;
  onReply: Parameters<typeof CommentThread>[0]["onReply"];
  isOwnPost: boolean;
}) {
  const freezeLayout = useFrozen(scroll);
  const list = usePaginatedSubscription(
    api.comments.list,
    { postId },
    { first: THREADS_PAGE, positionOf: byId, freezeLayout },
  );
  const { positions, waiting, status, loadMore } = list;
  useOpenThreadsVisible(list, threads.opened);
  if (status === "LoadingFirstPage") return <CommentsSkeleton />;
  if (positions.length + waiting.length === 0 && status === "Exhausted") {
    return (
      <p className={styles.nothing}>
        <strong>{words.empty()}</strong>
        {words.emptyHint()}
      </p>
    );
  }
  return (
    <>
      <NewestPill count={waiting.length} noun="comment" onShow={scroll.toNewest} />
      <LongList list={list} gone={(id) => <DeletedThread key={id} />}>
        {(comment) => (
          <CommentThread key={comment._id} {...{ comment, threads, onReply, isOwnPost, freezeLayout }} />
        )}
      </LongList>
      <LoadMore status={status} onReach={() => loadMore(THREADS_PAGE)} />
    </>
  );
}

/**
 * Unfolded threads stay subscribed wherever the member scrolls, so that their replies are still there on the way
 * back.
 */
function useOpenThreadsVisible(
  { positions, setVisibleRange }: Pick<PaginatedList<Comment, ListItem>, "positions" | "setVisibleRange">,
  opened: ReadonlySet<string>,
): void {
  useEffect(() => {
    const open = [...opened].slice(-MOST_OPEN);
    for (const id of open) {
      const at = positions.findIndex((position) => position.id === id);
      if (at >= 0) setVisibleRange(id, [at, at]);
    }
    return () => {
      for (const id of open) setVisibleRange(id, null);
    };
  }, [positions, setVisibleRange, opened]);
}

function CommentsSkeleton() {
  return (
    <div role="status">
      <span className="visually-hidden">{words.loading()}</span>
      {["a", "b", "c"].map((name) => (
        <div key={name} className={styles.blank} aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
