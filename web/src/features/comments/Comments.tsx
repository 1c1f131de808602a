import { usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { api, type Comment, type CommentId, type PostId } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Further } from "../../ui/Further";
import { Recover } from "../../ui/Recover";
import { CommentForm } from "./CommentForm";
import styles from "./Comments.module.css";
import { CommentThread, type ThreadsOpen } from "./CommentThread";
import { THREADS_PAGE } from "./limits";

/** What is said about a post, newest thread first, live; and the place to say something. */
export function Comments({ postId }: { postId: PostId }) {
  const [target, setTarget] = useState<Comment | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<CommentId>>(new Set());
  const open = (id: CommentId, isOpen: boolean) =>
    setOpened((before) => new Set([...before].filter((one) => one !== id).concat(isOpen ? [id] : [])));
  return (
    <section className={styles.comments} aria-label="Comments">
      <div className={styles.list}>
        <Recover words={(error) => wordsFor(error, "The comments could not be read.")}>
          <Threads postId={postId} threads={{ opened, open, onReply: setTarget }} />
        </Recover>
      </div>
      <CommentForm
        postId={postId}
        target={target}
        onSent={() => target && open(target._id, true)}
        onDone={() => setTarget(null)}
      />
    </section>
  );
}

function Threads({ postId, threads }: { postId: PostId; threads: ThreadsOpen }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.comments.list,
    { postId },
    { initialNumItems: THREADS_PAGE },
  );
  if (status === "LoadingFirstPage") return <Waiting />;
  if (results.length === 0 && status === "Exhausted") {
    return (
      <p className={styles.nothing}>
        <strong>No comments yet</strong>
        Say the first word.
      </p>
    );
  }
  return (
    <>
      <ul>
        {results.map((comment) => (
          <CommentThread key={comment._id} comment={comment} threads={threads} />
        ))}
      </ul>
      <Further status={status} onReach={() => loadMore(THREADS_PAGE)} />
    </>
  );
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
