import { useEffect, useState } from "react";
import type { ConversationId, MessageId } from "../../../api";
import * as chatWords from "../../../locales/chat";
import { Drawer, PopupClose } from "../../../ui/Popup";
import { usePageBelow } from "../../../ui/usePageBelow";
import { lastMember } from "../../identity/lastMember";
import { useOutbox } from "../outbox/outbox";
import { pendingRows, positionOf } from "../thread/messageRows";
import { Thread } from "../thread/Thread";
import styles from "./Chat.module.css";
import { ChatForm } from "./ChatForm";
import { ChatHead } from "./ChatHead";
import { type CachedChat as Kept, readCachedChat } from "./chatCache";

/** A chat without a connection to the server: its cached messages, and the pending ones. */
export default function OfflineChat({ id, onClose }: { id: ConversationId; onClose: () => void }) {
  const chat = useCachedChat(id);
  usePageBelow("chat");
  const waiting = useOutbox();
  if (!chat) return null;
  const { owner, conversation, messages } = chat;
  const own = waiting.filter(({ conversationId, senderId }) => conversationId === id && senderId === owner);
  const positions = messages.map(positionOf);
  const messageOf = (wanted: MessageId) => messages.find(({ _id }) => _id === wanted);
  return (
    <Drawer label={chatWords.label()} onClose={onClose}>
      <div className={styles.cross}>
        <PopupClose />
      </div>
      <ChatHead conversation={conversation} />
      <div className={styles.middle}>
        <Thread
          pending={pendingRows(own, positions, messageOf)}
          pages={[positions]}
          messageOf={messageOf}
          above={<p className={styles.older}>{chatWords.offlineHint()}</p>}
          below={<p className={styles.typing} />}
          onReply="nothing"
        />
      </div>
      <ChatForm conversation={conversation} writer={owner} target={null} onDone={() => undefined} />
    </Drawer>
  );
}

/** Undefined while it is read, where there is none, and where it belongs to another member. */
function useCachedChat(id: ConversationId): Kept | undefined {
  const [chat, setChat] = useState<Kept>();
  useEffect(() => {
    let isUnmounted = false;
    void readCachedChat(id).then((found) => {
      if (!isUnmounted && found?.owner === lastMember()) setChat(found);
    });
    return () => {
      isUnmounted = true;
    };
  }, [id]);
  return chat;
}
