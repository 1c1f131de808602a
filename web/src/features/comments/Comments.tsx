import { useEffect } from "react";
import { api, type Comment, type PostId } from "../../api";
import { byId } from "../../lib/byId";
import type { Spot } from "../../lib/livePages";
import { wordsFor } from "../../lib/refusal";
import { Further } from "../../ui/Further";
import { LongList } from "../../ui/LongList";
import { NewestPill } from "../../ui/NewestPill";
import { Recover } from "../../ui/Recover";
import { type LivePages, useLivePages } from "../../ui/useLivePages";
import { type Reading, useHeld, useReading } from "../../ui/useReading";
import { CommentForm } from "./CommentForm";
import styles from "./Comments.module.css";
import { CommentThread, Gone } from "./CommentThread";
import { THREADS_PAGE } from "./limits";
import { type Threads as Standing, useThreads } from "./useThreads";
import { useWriting } from "./useWriting";

/** Of the threads that are unfolded; each of them has the pages beside it followed as well. */
const MOST_KEPT = 8;

/** What is said about a post, newest thread first, live; and the place to say something. */
export function Comments({ postId }: { postId: PostId }) {
  const reading = useReading();
  const threads = useThreads();
  const writing = useWriting(postId, (said) => {
    if (said.replyToId) threads.add(said, said.replyToId);
    else reading.toNewest();
  });
  const isHeld = reading.isFurtherDown || writing.target !== null || !writing.isBlank;
  return (
    <section className={styles.comments} aria-label="Comments">
      <div ref={reading.list} className={styles.list} onScroll={reading.look}>
        <Recover words={(error) => wordsFor(error, "The comments could not be read.")}>
          <Threads
            postId={postId}
            reading={{ ...reading, isHeld }}
            threads={threads}
            onReply={writing.replyTo}
          />
        </Recover>
      </div>
      <CommentForm writing={writing} />
    </section>
  );
}

function Threads({
  postId,
  reading,
  threads,
  onReply,
}: {
  postId: PostId;
  reading: Reading & { isHeld: boolean };
  threads: Standing;
  onReply: Parameters<typeof CommentThread>[0]["onReply"];
}) {
  const isSteady = useHeld(reading);
  const list = useLivePages(api.comments.list, { postId }, { first: THREADS_PAGE, placeOf: byId, isSteady });
  const { places, waiting, status, loadMore } = list;
  useOpenedKept(list, threads.opened);
  if (status === "LoadingFirstPage") return <Waiting />;
  if (places.length + waiting.length === 0 && status === "Exhausted") {
    return (
      <p className={styles.nothing}>
        <strong>No comments yet</strong>
        Say the first word.
      </p>
    );
  }
  return (
    <>
      <NewestPill count={waiting.length} noun="comment" onShow={reading.toNewest} />
      <LongList list={list} gone={(id) => <Gone key={id} />}>
        {(comment) => <CommentThread key={comment._id} {...{ comment, threads, onReply, isSteady }} />}
      </LongList>
      <Further status={status} onReach={() => loadMore(THREADS_PAGE)} />
    </>
  );
}

/** Threads that are unfolded are followed, wherever one reads: what was read in them is there when one comes back. */
function useOpenedKept(
  { places, see }: Pick<LivePages<Comment, Spot>, "places" | "see">,
  opened: ReadonlySet<string>,
): void {
  useEffect(() => {
    const kept = [...opened].slice(-MOST_KEPT);
    for (const id of kept) {
      const at = places.findIndex((place) => place.id === id);
      if (at >= 0) see(id, [at, at]);
    }
    return () => {
      for (const id of kept) see(id, null);
    };
  }, [places, see, opened]);
}

function Waiting() {
  return (
    <div role="status">
      <span className="visually-hidden">Loading comments</span>
      {["a", "b", "c"].map((name) => (
        <div key={name} className={styles.blank} aria-hidden="true">
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
