import type { Conversation, ConversationId } from "../../api";
import { Link } from "../../ui/Link";
import { useViewer } from "../identity/Viewer";
import styles from "./Inbox.module.css";
import { useOpenChat } from "./openChat";
import { type Unsent as UnsentMessage, useRefused } from "./outbox";
import { Unsent } from "./Unsent";

/** Ways to the conversations in which something was refused and that are not listed: some are there no more. */
export function Refused({ listed }: { listed: readonly Conversation[] }) {
  const { profileId } = useViewer();
  const { link } = useOpenChat();
  const ids = new Set(listed.map(({ _id }) => _id));
  const others = useRefused(profileId).filter(({ conversationId }) => !ids.has(conversationId));
  const last = new Map(others.map((unsent) => [unsent.conversationId, unsent]));
  if (last.size === 0) return null;
  return (
    <ul className={styles.refused} aria-label="Not sent">
      {[...last.values()].map((unsent) => (
        <li key={unsent.conversationId}>
          <Link {...link(unsent.conversationId)}>
            <strong>Not sent: </strong>
            {wordsOf(unsent)}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** What was refused of a conversation that is gone: to be read once more, and discarded. */
export function RefusedIn({ id }: { id: ConversationId }) {
  const { profileId } = useViewer();
  const refused = useRefused(profileId).filter(({ conversationId }) => conversationId === id);
  return (
    <ul>
      {refused.map((unsent) => (
        <li key={unsent.clientId}>
          <p>{wordsOf(unsent)}</p>
          <Unsent unsent={unsent} />
        </li>
      ))}
    </ul>
  );
}

export const wordsOf = ({ type, content }: UnsentMessage) => (type === "photo" ? "Foto" : content);
