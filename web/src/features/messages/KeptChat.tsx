import { useEffect, useState } from "react";
import type { ConversationId, MessageId } from "../../api";
import { Popup, PopupClose } from "../../ui/Popup";
import { usePageBelow } from "../../ui/usePageBelow";
import { lastHere } from "../identity/lastHere";
import styles from "./Chat.module.css";
import { ChatForm } from "./ChatForm";
import { ChatHead } from "./ChatHead";
import { type KeptChat as Kept, readChat } from "./keptChats";
import { placeOf, unsentLines } from "./lines";
import { useOutbox } from "./outbox";
import { Thread } from "./Thread";

const OLD = "This is what was said last.";

/** A chat that is opened while the server cannot be reached: what it showed last, and what waits to be sent. */
export default function KeptChat({ id, onClose }: { id: ConversationId; onClose: () => void }) {
  const chat = useKept(id);
  usePageBelow("chat");
  const waiting = useOutbox();
  if (!chat) return null;
  const { owner, conversation, messages } = chat;
  const own = waiting.filter(({ conversationId, senderId }) => conversationId === id && senderId === owner);
  const places = messages.map(placeOf);
  const messageOf = (wanted: MessageId) => messages.find(({ _id }) => _id === wanted);
  return (
    <Popup label="Chat" kind="side" onClose={onClose}>
      <div className={styles.cross}>
        <PopupClose />
      </div>
      <ChatHead conversation={conversation} />
      <div className={styles.middle}>
        <Thread
          unsent={unsentLines(own, places, messageOf)}
          pages={[places]}
          messageOf={messageOf}
          above={<p className={styles.older}>{OLD}</p>}
          below={<p className={styles.typing} />}
          onReply="nothing"
        />
      </div>
      <ChatForm conversation={conversation} writer={owner} target={null} onDone={() => undefined} />
    </Popup>
  );
}

/** Nothing while it is being read, where there is none, and where it is somebody else's. */
function useKept(id: ConversationId): Kept | undefined {
  const [chat, setChat] = useState<Kept>();
  useEffect(() => {
    let isGone = false;
    void readChat(id).then((found) => {
      if (!isGone && found?.owner === lastHere()) setChat(found);
    });
    return () => {
      isGone = true;
    };
  }, [id]);
  return chat;
}
