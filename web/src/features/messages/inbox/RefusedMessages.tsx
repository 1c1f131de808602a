import type { Conversation, ConversationId } from "../../../api";
import * as inboxWords from "../../../locales/inbox";
import * as messagesWords from "../../../locales/messages";
import { Link } from "../../../ui/Link";
import { useViewer } from "../../identity/Viewer";
import { useOpenChat } from "../openChat";
import { type PendingMessage as UnsentMessage, useRefusedMessages } from "../outbox/outbox";
import { PendingStatus } from "../thread/PendingStatus";
import styles from "./Inbox.module.css";

/** Ways to the conversations in which something was refused and that are not listed: some are there no more. */
export function RefusedMessages({ listed }: { listed: readonly Conversation[] }) {
  const { profileId } = useViewer();
  const { link } = useOpenChat();
  const ids = new Set(listed.map(({ _id }) => _id));
  const others = useRefusedMessages(profileId).filter(({ conversationId }) => !ids.has(conversationId));
  const last = new Map(others.map((message) => [message.conversationId, message]));
  if (last.size === 0) return null;
  return (
    <ul className={styles.refused} aria-label={inboxWords.notSent()}>
      {[...last.values()].map((message) => (
        <li key={message.conversationId}>
          <Link {...link(message.conversationId)}>
            <strong>{inboxWords.notSentColon()} </strong>
            <bdi>{wordsOf(message)}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Refused messages of a conversation that is gone: to be read once more, and discarded. */
export function RefusedMessagesIn({ id }: { id: ConversationId }) {
  const { profileId } = useViewer();
  const refused = useRefusedMessages(profileId).filter(({ conversationId }) => conversationId === id);
  return (
    <ul>
      {refused.map((message) => (
        <li key={message.clientId}>
          <p dir="auto">{wordsOf(message)}</p>
          <PendingStatus message={message} />
        </li>
      ))}
    </ul>
  );
}

export const wordsOf = ({ type, content }: UnsentMessage) =>
  type === "photo" ? messagesWords.foto() : content;
