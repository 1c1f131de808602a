import { useQuery } from "convex/react";
import { useState } from "react";
import { Link } from "react-router";
import { api, type Conversation, type ConversationId, type Message } from "../../api";
import { paths } from "../../app/paths";
import { wordsFor } from "../../lib/refusal";
import { Avatar } from "../../ui/Avatar";
import { Notice } from "../../ui/Notice";
import { Popup, PopupClose } from "../../ui/Popup";
import { Recover } from "../../ui/Recover";
import styles from "./Chat.module.css";
import { ChatForm } from "./ChatForm";
import { ChatMessages } from "./ChatMessages";
import { ChatSkeleton } from "./ChatSkeleton";
import { nameOf } from "./names";

/** A conversation over the page. */
export default function Chat({ id, onClose }: { id: ConversationId; onClose: () => void }) {
  return (
    <Popup label="Chat" kind="side" onClose={onClose}>
      <div className={styles.cross}>
        <PopupClose />
      </div>
      <Recover words={(error) => wordsFor(error, "This conversation could not be read.")}>
        <Opened key={id} id={id} />
      </Recover>
    </Popup>
  );
}

function Opened({ id }: { id: ConversationId }) {
  const conversation = useQuery(api.messages.getConversation, { conversationId: id });
  const [target, setTarget] = useState<Message | null>(null);
  if (conversation === null)
    return (
      <>
        <header className={styles.head} />
        <Notice alert title="This conversation is not here" help="It was deleted, or is not yours to read." />
      </>
    );
  if (!conversation)
    return (
      <>
        <header className={styles.head} />
        <div className={styles.middle}>
          <ChatSkeleton />
        </div>
      </>
    );
  return (
    <>
      <Head conversation={conversation} />
      <ChatMessages conversation={conversation} onReply={setTarget} />
      <ChatForm conversation={conversation} target={target} onDone={() => setTarget(null)} />
    </>
  );
}

function Head({ conversation: { otherParticipant: other } }: { conversation: Conversation }) {
  const who = (
    <>
      <Avatar src={other.imageUrl} size={40} />
      <span className={styles.names}>
        <strong>{other.fullName ?? "Deleted member"}</strong>
        {other.username && <span>{nameOf(other)}</span>}
      </span>
    </>
  );
  return (
    <header className={styles.head}>
      {other._id ? (
        <Link to={paths.preview(other._id)} className={styles.who}>
          {who}
        </Link>
      ) : (
        <div className={styles.who}>{who}</div>
      )}
    </header>
  );
}
