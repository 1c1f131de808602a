import { useMutation, useQueries } from "convex/react";
import { useMemo } from "react";
import { api, type Notification } from "../../api";
import { wordsOfDay } from "../../lib/day";
import { wordsFor } from "../../lib/refusal";
import * as actions from "../../locales/actions";
import * as notificationPopupWords from "../../locales/notificationPopup";
import { Ago } from "../../ui/Ago";
import { Avatar } from "../../ui/Avatar";
import { Drawing } from "../../ui/Icon";
import { Link } from "../../ui/Link";
import { toast } from "../../ui/Toast";
import { useNow } from "../../ui/useNow";
import { usePull } from "../../ui/usePull";
import { Covered } from "../safety/Covered";
import styles from "./NotificationPopup.module.css";
import { CommentedPost, CommentQuote, type Notified } from "./NotifiedComment";
import { pathOf, whoOf, wordsOf } from "./words";

const TICK = "M5 12.500 9.500 17 19 7.500";

/** A notification, which leads to what it is about, below the name of its day where a day begins with it. */
export function NotificationRow({
  notification,
  day,
  onClose,
}: {
  notification: Notification;
  /** The time of a row that a day begins with. */
  day: string | undefined;
  onClose: () => void;
}) {
  const markAsRead = useMutation(api.notifications.markAsRead);
  const { _id, read, sender, createdAt, count } = notification;
  const mark = () => {
    if (read) return;
    markAsRead({ notificationId: _id }).catch((error) =>
      toast(wordsFor(error, actions.failed()), { tone: "danger" }),
    );
  };
  const go = () => {
    mark();
    onClose();
  };
  const isComment = notification.type === "post_comment";
  const comment = useComment(_id, isComment);
  const { isPulled, handlers } = usePull(read ? null : mark, true);
  return (
    <li onKeyDown={({ key }) => (key === "Delete" || key === "Backspace") && mark()}>
      {day && <Day of={day} />}
      <div
        {...handlers}
        className={styles.row}
        data-unread={!read || undefined}
        data-pulled={isPulled || undefined}
      >
        <Link
          to={pathOf(notification)}
          className={styles.told}
          aria-keyshortcuts={read ? undefined : "Delete"}
          onClick={go}
        >
          <Avatar src={sender?.imageUrl ?? ""} size={40} />
          <span>
            <Words of={notification} />
            {isComment && sender && (
              <Covered of={{ _id, profileId: sender._id, content: comment?.content ?? "" }} as="line">
                <CommentQuote of={comment} />
              </Covered>
            )}
            <small>
              {count > 1 && `${notificationPopupWords.comments({ count })} · `}
              <time dateTime={createdAt}>
                <Ago since={createdAt} />
              </time>
            </small>
          </span>
          {isComment && <CommentedPost of={comment} />}
        </Link>
        {!read && (
          <button
            type="button"
            className={styles.away}
            aria-label={notificationPopupWords.markRead()}
            onClick={mark}
          >
            <Drawing path={TICK} />
          </button>
        )}
      </div>
    </li>
  );
}

function Day({ of }: { of: string }) {
  return <h3 className={styles.day}>{wordsOfDay(new Date(of), useNow())}</h3>;
}

/** What happened, with the weight on the member's name. */
function Words({ of }: { of: Notification }) {
  const [words, who] = [wordsOf(of), whoOf(of.sender)];
  const at = words.indexOf(who);
  if (at < 0) return <span className={styles.words}>{words}</span>;
  return (
    <span className={styles.words}>
      {words.slice(0, at)}
      <strong>{who}</strong>
      {words.slice(at + who.length)}
    </span>
  );
}

/** The comment that a notification is about. Without it, the row still says who commented. */
function useComment(notificationId: Notification["_id"], isComment: boolean): Notified {
  const asked = useMemo(
    () => (isComment ? { comment: { query: api.comments.getNotified, args: { notificationId } } } : {}),
    [notificationId, isComment],
  );
  const { comment } = useQueries(asked);
  return comment instanceof Error ? undefined : comment;
}
