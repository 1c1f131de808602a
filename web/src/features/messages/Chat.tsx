import { useQuery } from "convex/react";
import { useState } from "react";
import { api, type ConversationId, type Message } from "../../api";
import { wordsFor } from "../../lib/refusal";
import { Notice } from "../../ui/Notice";
import { Popup, PopupClose } from "../../ui/Popup";
import { Recover } from "../../ui/Recover";
import { usePageBelow } from "../../ui/usePageBelow";
import { useViewer } from "../identity/Viewer";
import styles from "./Chat.module.css";
import { ChatForm } from "./ChatForm";
import { ChatHead } from "./ChatHead";
import { ChatMessages } from "./ChatMessages";
import { ChatSkeleton } from "./ChatSkeleton";
import { RefusedIn } from "./Refused";

/** A conversation over the page. */
export default function Chat({ id, onClose }: { id: ConversationId; onClose: () => void }) {
  usePageBelow("chat");
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
  const { profileId } = useViewer();
  if (conversation === null)
    return (
      <>
        <header className={styles.head} />
        <Notice
          alert
          title="This conversation is not here"
          help="It was deleted, or is not yours to read."
          action={<RefusedIn id={id} />}
        />
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
      <ChatHead conversation={conversation} />
      <ChatMessages conversation={conversation} onReply={conversation.canSend ? setTarget : null} />
      <ChatForm
        conversation={conversation}
        writer={profileId}
        target={target}
        onDone={() => setTarget(null)}
      />
    </>
  );
}
