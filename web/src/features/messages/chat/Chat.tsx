import { useQuery } from "convex/react";
import { useEffect, useState } from "react";
import { api, type ConversationId, type Message } from "../../../api";
import { wordsFor } from "../../../lib/refusal";
import * as chatWords from "../../../locales/chat";
import { EmptyState } from "../../../ui/EmptyState";
import { ErrorBoundary } from "../../../ui/ErrorBoundary";
import { Drawer, Pane, PopupClose } from "../../../ui/Popup";
import { usePageBelow } from "../../../ui/usePageBelow";
import { useViewer } from "../../identity/Viewer";
import { RefusedMessagesIn } from "../inbox/RefusedMessages";
import styles from "./Chat.module.css";
import { ChatForm } from "./ChatForm";
import { ChatHead } from "./ChatHead";
import { ChatMessages } from "./ChatMessages";
import { ChatSkeleton } from "./ChatSkeleton";
import { deleteCachedChat } from "./chatCache";

/** A conversation over the page, or in `place`, beside the inbox. */
export default function Chat({
  id,
  place,
  onClose,
}: {
  id: ConversationId;
  place: HTMLElement | null;
  onClose: () => void;
}) {
  usePageBelow("chat");
  const content = (
    <>
      <div className={styles.cross}>
        <PopupClose />
      </div>
      <ErrorBoundary words={(error) => wordsFor(error, chatWords.couldntLoad())}>
        <Opened key={id} id={id} />
      </ErrorBoundary>
    </>
  );
  return place ? (
    <Pane label={chatWords.label()} place={place} onClose={onClose}>
      {content}
    </Pane>
  ) : (
    <Drawer label={chatWords.label()} onClose={onClose}>
      {content}
    </Drawer>
  );
}

function Opened({ id }: { id: ConversationId }) {
  const conversation = useQuery(api.messages.getConversation, { conversationId: id });
  const [target, setTarget] = useState<Message | null>(null);
  const { profileId } = useViewer();
  if (conversation === null) return <NotAvailable id={id} />;
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

/** Deleted, a block's, or another member's: the words fit all three, so that they do not reveal a block. */
function NotAvailable({ id }: { id: ConversationId }) {
  useEffect(() => void deleteCachedChat(id), [id]);
  return (
    <>
      <header className={styles.head} />
      <EmptyState
        alert
        title={chatWords.notAvailable()}
        help={chatWords.notAvailableHint()}
        action={<RefusedMessagesIn id={id} />}
      />
    </>
  );
}
