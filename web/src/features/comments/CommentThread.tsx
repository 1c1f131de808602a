import { useMutation, usePaginatedQuery } from "convex/react";
import { useState } from "react";
import { Link } from "react-router";
import { api, type Comment, type CommentId } from "../../api";
import { paths } from "../../app/paths";
import { wordsFor } from "../../lib/refusal";
import { ago } from "../../lib/time";
import { Avatar } from "../../ui/Avatar";
import { toast } from "../../ui/Toast";
import { useViewer } from "../identity/Viewer";
import styles from "./Comments.module.css";
import { DEEPEST_INDENT, REPLIES_PAGE } from "./limits";

/** Which threads are unfolded, and what one may do with a comment. */
export interface ThreadsOpen {
  opened: ReadonlySet<CommentId>;
  open: (id: CommentId, isOpen: boolean) => void;
  onReply: (to: Comment) => void;
}

/** A comment and, when asked for, what replies to it; each of those the same again. */
export function CommentThread({
  comment,
  threads,
  above = null,
}: {
  comment: Comment;
  threads: ThreadsOpen;
  above?: Comment | null;
}) {
  const isOpen = threads.opened.has(comment._id);
  const { replyCount, depth } = comment;
  const words = replyCount === 1 ? "1 reply" : `${replyCount} replies`;
  return (
    <li className={styles.thread} data-indented={(depth > 0 && depth <= DEEPEST_INDENT) || undefined}>
      <Said comment={comment} above={depth > DEEPEST_INDENT ? above : null} onReply={threads.onReply} />
      {replyCount > 0 && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isOpen}
          onClick={() => threads.open(comment._id, !isOpen)}
        >
          {isOpen ? "Hide replies" : `Show ${words}`}
        </button>
      )}
      {isOpen && replyCount > 0 && <Replies comment={comment} threads={threads} />}
    </li>
  );
}

function Replies({ comment, threads }: { comment: Comment; threads: ThreadsOpen }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.comments.replies,
    { commentId: comment._id },
    { initialNumItems: REPLIES_PAGE },
  );
  return (
    <>
      <ul>
        {results.map((reply) => (
          <CommentThread key={reply._id} comment={reply} above={comment} threads={threads} />
        ))}
      </ul>
      {status === "CanLoadMore" && (
        <button type="button" className={styles.more} onClick={() => loadMore(REPLIES_PAGE)}>
          Show more replies
        </button>
      )}
    </>
  );
}

function Said({
  comment,
  above,
  onReply,
}: {
  comment: Comment;
  above: Comment | null;
  onReply: (to: Comment) => void;
}) {
  const viewer = useViewer();
  if (comment.isUnavailable) return <p className={styles.gone}>[unavailable]</p>;
  const { profileId, userImage, username, createdAt, content } = comment;
  return (
    <article className={styles.said}>
      <Avatar src={userImage} size={32} />
      <div className={styles.words}>
        <p className={styles.who}>
          <Link to={paths.preview(profileId)}>@{username}</Link>
          <time dateTime={createdAt}>{ago(new Date(createdAt), new Date())}</time>
        </p>
        <p className={styles.content}>
          {above && !above.isUnavailable && <span>@{above.username} </span>}
          {content}
        </p>
        <p className={styles.acts}>
          <button type="button" onClick={() => onReply(comment)}>
            Reply
          </button>
          {comment.userId === viewer._id && <Remove comment={comment} />}
        </p>
      </div>
    </article>
  );
}

function Remove({ comment }: { comment: Comment }) {
  const remove = useMutation(api.comments.remove);
  const [isBusy, setBusy] = useState(false);
  const act = () => {
    setBusy(true);
    remove({ commentId: comment._id }).catch((error) => {
      setBusy(false);
      toast(wordsFor(error, "The comment could not be deleted. Please try again."), { tone: "danger" });
    });
  };
  return (
    <button type="button" disabled={isBusy} onClick={act}>
      Delete
    </button>
  );
}
