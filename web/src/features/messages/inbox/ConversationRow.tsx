import type { Conversation } from "../../../api";
import { ago } from "../../../lib/time";
import * as inboxWords from "../../../locales/inbox";
import * as messagesWords from "../../../locales/messages";
import { Avatar } from "../../../ui/Avatar";
import { Icon } from "../../../ui/Icon";
import { Link } from "../../../ui/Link";
import { useViewer } from "../../identity/Viewer";
import { nameOf } from "../names";
import { useOpenChat } from "../openChat";
import { useRefusedMessages } from "../outbox/outbox";
import styles from "./Inbox.module.css";
import { wordsOf } from "./RefusedMessages";

/**
 * A conversation in the inbox. The mark at its end chooses it for deletion; while `isPicking`, the whole row chooses
 * it for the menu's action.
 */
export function ConversationRow({
  conversation,
  now,
  isPicking,
  onChoose,
}: {
  conversation: Conversation;
  now: Date;
  isPicking: boolean;
  onChoose: () => void;
}) {
  const { openId, link } = useOpenChat();
  const { otherParticipant: other, unreadCount } = conversation;
  const content = <Content conversation={conversation} now={now} />;
  return (
    <li className={styles.row} data-unread={unreadCount > 0 || undefined}>
      {isPicking ? (
        <button type="button" className={styles.way} onClick={onChoose}>
          {content}
        </button>
      ) : (
        <Link
          {...link(conversation._id)}
          className={styles.way}
          aria-current={conversation._id === openId ? "true" : undefined}
        >
          {content}
        </Link>
      )}
      <button
        type="button"
        className={styles.choose}
        aria-label={inboxWords.choose({ name: nameOf(other) })}
        onClick={onChoose}
      >
        <Icon name="more" />
      </button>
    </li>
  );
}

function Content({ conversation, now }: { conversation: Conversation; now: Date }) {
  const { _id, otherParticipant: other, lastMessageText, lastMessageTime, unreadCount } = conversation;
  const refused = useRefusedMessages(useViewer().profileId).findLast(
    ({ conversationId }) => conversationId === _id,
  );
  return (
    <>
      <Avatar src={other.imageUrl} size={48} />
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.names}>
            <strong dir="auto">{other.fullName ?? nameOf(other)}</strong>
            {other.fullName && <span>{nameOf(other)}</span>}
          </span>
          {lastMessageTime && (
            <time className={styles.when} dateTime={lastMessageTime}>
              {ago(new Date(lastMessageTime), now)}
            </time>
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.last}>
            {refused && <span className={styles.unsent}>{inboxWords.notSentColon()} </span>}
            <bdi>{refused ? wordsOf(refused) : (lastMessageText ?? messagesWords.empty())}</bdi>
          </span>
          {conversation.archived && <span className={styles.when}>{inboxWords.archived()}</span>}
          {unreadCount > 0 && (
            <span className={styles.count}>
              {unreadCount}
              <span className="visually-hidden"> {inboxWords.unread()}</span>
            </span>
          )}
        </span>
      </span>
    </>
  );
}
