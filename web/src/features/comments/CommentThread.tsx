import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { api, type Comment } from "../../api";
import { byId } from "../../lib/byId";
import { scrollBehavior } from "../../lib/motion";
import * as words from "../../locales/comments";
import { paths } from "../../paths";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { Link } from "../../ui/Link";
import { LinkedText } from "../../ui/LinkedText";
import { LongList } from "../../ui/LongList";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { Covered } from "../safety/Covered";
import styles from "./Comments.module.css";
import { DEEPEST_INDENT, REPLIES_PAGE } from "./limits";
import type { Threads } from "./useThreads";

const CommentMenu = lazyWithRetry(() => import("./CommentMenu"));

interface ThreadProps {
  comment: Comment;
  threads: Threads;
  /** Null where the viewer may not comment. */
  onReply: ((to: Comment) => void) | null;
  /** Whether the post is the viewer's, who may hide comments on it. */
  isOwnPost: boolean;
  /** Whether nothing may move. */
  freezeLayout: boolean;
}

/** A comment and, when asked for, what replies to it; each of those the same again. */
export function CommentThread({ above = null, ...standing }: ThreadProps & { above?: Comment | null }) {
  const { comment, threads, onReply } = standing;
  const isOpen = threads.opened.has(comment._id);
  const own = threads.own.filter(({ replyToId }) => replyToId === comment._id);
  const replyCount = Math.max(comment.replyCount, own.length);
  const { depth } = comment;
  return (
    <li
      ref={useShown(threads.fresh === comment._id, threads.onSeen)}
      className={styles.thread}
      data-indented={(depth > 0 && depth <= DEEPEST_INDENT) || undefined}
    >
      <CommentBody
        comment={comment}
        above={depth > DEEPEST_INDENT ? above : null}
        onReply={onReply}
        isOwnPost={standing.isOwnPost}
        onChange={threads.change}
        onGone={() => threads.drop(comment._id)}
      >
        {replyCount > 0 && (
          <button
            type="button"
            className={styles.more}
            aria-expanded={isOpen}
            onClick={() => threads.open(comment._id, !isOpen)}
          >
            {isOpen ? words.hideReplies() : words.showReplies({ count: replyCount })}
          </button>
        )}
      </CommentBody>
      {isOpen && replyCount > 0 && <Replies {...standing} own={own} />}
    </li>
  );
}

/** Scrolls a new reply into view, once. */
function useShown(isFresh: boolean, onSeen: () => void) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isFresh) return;
    place.current?.scrollIntoView({ block: "nearest", behavior: scrollBehavior() });
    onSeen();
  });
  return place;
}

/** Replies, oldest first. The member's own replies of this visit follow at the end until their page is loaded. */
function Replies({ comment, own, ...standing }: ThreadProps & { own: readonly Comment[] }) {
  const list = usePaginatedSubscription(
    api.comments.replies,
    { commentId: comment._id },
    { first: REPLIES_PAGE, positionOf: byId, freezeLayout: standing.freezeLayout },
  );
  const { positions, status, loadMore } = list;
  const loaded = new Set(positions.map(({ id }) => id));
  const isMore = status === "CanLoadMore" || status === "LoadingMore";
  const listed = (reply: Comment) => (
    <CommentThread key={reply._id} comment={reply} above={comment} {...standing} />
  );
  return (
    <>
      <LongList list={list} gone={(id) => <DeletedThread key={id} />}>
        {listed}
      </LongList>
      {status === "CanLoadMore" && (
        <button type="button" className={styles.more} onClick={() => loadMore(REPLIES_PAGE)}>
          {words.showMoreReplies()}
        </button>
      )}
      {isMore && own.length > 0 && <ul>{own.filter(({ _id }) => !loaded.has(_id)).map(listed)}</ul>}
    </>
  );
}

function CommentBody({
  comment,
  above,
  onReply,
  isOwnPost,
  onChange,
  onGone,
  children,
}: {
  comment: Comment;
  above: Comment | null;
  onReply: ((to: Comment) => void) | null;
  isOwnPost: boolean;
  onChange: (changed: Comment) => void;
  onGone: () => void;
  /** The way to its replies, beside the other actions. */
  children: ReactNode;
}) {
  if (comment.isUnavailable)
    return (
      <>
        <UnavailableComment />
        {children}
      </>
    );
  const { profileId, userImage, username, createdAt, editedAt, content } = comment;
  return (
    <article className={styles.said} data-hidden={comment.isHidden}>
      <Avatar src={userImage} size={32} />
      <div className={styles.words}>
        <p className={styles.who}>
          <Link to={paths.preview(profileId)}>@{username}</Link>
          <time dateTime={createdAt}>
            <Ago since={createdAt} />
          </time>
          {editedAt && <span>{words.edited()}</span>}
        </p>
        <p className={styles.content}>
          {above && !above.isUnavailable && <span>@{above.username} </span>}
          <Covered of={comment} as="text">
            <bdi>
              <LinkedText text={content} />
            </bdi>
          </Covered>
        </p>
        <div className={styles.acts}>
          {onReply && (
            <button type="button" onClick={() => onReply(comment)}>
              {words.reply()}
            </button>
          )}
          {children}
        </div>
        {comment.isHidden && <p className={styles.hidden}>{words.onlyYou({ username })}</p>}
      </div>
      <Suspense fallback={<span className={styles.blankMenu} />}>
        <CommentMenu {...{ comment, isOwnPost, onChange, onGone }} />
      </Suspense>
    </article>
  );
}

const UnavailableComment = () => <p className={styles.gone}>{words.unavailable()}</p>;

/** The place of a thread that is gone. */
export function DeletedThread() {
  return (
    <li className={styles.thread}>
      <UnavailableComment />
    </li>
  );
}
