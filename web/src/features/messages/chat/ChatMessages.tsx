import { useMutation, useQuery } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api, type Conversation, type Message, type Receipts } from "../../../api";
import * as chatWords from "../../../locales/chat";
import * as messagesWords from "../../../locales/messages";
import { usePaginatedSubscription } from "../../../ui/usePaginatedSubscription";
import { useViewer } from "../../identity/Viewer";
import { nameOf } from "../names";
import { useOutbox } from "../outbox/outbox";
import type { OnReply } from "../thread/ChatMessage";
import {
  firstUnreadKey,
  lastReadKey,
  type MessagePosition,
  type Opening,
  pendingRows,
  positionOf,
} from "../thread/messageRows";
import { Thread } from "../thread/Thread";
import styles from "./Chat.module.css";
import { ChatSkeleton } from "./ChatSkeleton";
import { Typing } from "./Typing";
import { useChatCache } from "./useChatCache";

const FIRST_PAGE = 40;
const PAGE = 100;

/** A conversation's messages, live; scrolling up loads older pages. */
export function ChatMessages({ conversation, onReply }: { conversation: Conversation; onReply: OnReply }) {
  const conversationId = conversation._id;
  const { positions, pages, itemOf, status, loadMore, setVisibleRange } = usePaginatedSubscription(
    api.messages.getMessages,
    { conversationId },
    { first: FIRST_PAGE, positionOf, freezeLayout: false },
  );
  const receipts = useQuery(api.messages.getReceipts, { conversationId });
  const isThere = status !== "LoadingFirstPage";
  const isWhole = status === "Exhausted";
  const newest = positions[0] && itemOf(positions[0].id);
  const pending = pendingRows(useWaiting(conversation), positions, itemOf);
  const opening = useOpening(isThere ? positions : undefined, receipts);
  useReading(conversation, positions, receipts);
  useChatCache(conversation, isThere ? positions : undefined, itemOf);
  const more = useCallback(() => loadMore(PAGE), [loadMore]);
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("chat", [from, to]),
    [setVisibleRange],
  );
  return (
    <div className={styles.middle}>
      <Thread
        pending={pending}
        pages={pages}
        messageOf={itemOf}
        above={
          <>
            {!isThere && <ChatSkeleton />}
            {status === "LoadingMore" && <p className={styles.older}>{chatWords.older()}</p>}
            {isWhole && positions.length + pending.length === 0 && (
              <p className={styles.nothing}>{messagesWords.empty()}</p>
            )}
          </>
        }
        below={<Typing conversation={conversation} newest={newest} />}
        readKey={lastReadKey(positions, receipts)}
        unreadKey={firstUnreadKey(positions, opening, isWhole)}
        isWhole={isWhole}
        onReply={onReply}
        onVisibleRange={onVisibleRange}
        onNearTop={status === "CanLoadMore" ? more : undefined}
      />
      <Arrived newest={newest} from={nameOf(conversation.otherParticipant)} />
    </div>
  );
}

/** The member's own pending messages to this conversation. */
function useWaiting({ _id }: Conversation) {
  const { profileId } = useViewer();
  return useOutbox().filter((one) => one.conversationId === _id && one.senderId === profileId);
}

/**
 * Announces new messages of the other member while the chat is open, but not older pages that load during scrolling.
 */
function Arrived({ newest, from }: { newest: Message | undefined; from: string }) {
  const [first, setFirst] = useState<string | undefined>(undefined);
  if (!first && newest) setFirst(newest._id);
  const isNews = newest && !newest.isOwn && !newest.isDeleted && newest._id !== first;
  return (
    <p className="visually-hidden" role="status">
      {isNews && `${from}: ${newest.type === "photo" ? messagesWords.foto() : newest.encryptedContent}`}
    </p>
  );
}

/** The range of messages that were unread when the chat was opened. */
function useOpening(
  stored: readonly MessagePosition[] | undefined,
  receipts: Receipts | undefined,
): Opening | null {
  const [opening, setOpening] = useState<Opening | null>(null);
  if (!opening && stored && receipts)
    setOpening({ after: receipts.readUpTo, upTo: stored[0]?.seq ?? receipts.readUpTo });
  return opening;
}

/** Marks an open chat as read while the page is visible. */
function useReading(
  { _id }: Conversation,
  stored: readonly MessagePosition[],
  receipts: Receipts | undefined,
): void {
  const markAsRead = useMutation(api.messages.markAsRead);
  const isVisible = useVisible();
  const upTo = stored.find(({ isOwn }) => !isOwn)?.seq;
  const isBehind = upTo !== undefined && receipts !== undefined && upTo > receipts.readUpTo;
  useEffect(() => {
    if (!isBehind || !isVisible) return;
    markAsRead({ conversationId: _id, upTo }).catch(() => {
      // The next message, or the next look, tries it again.
    });
  }, [isBehind, isVisible, upTo, markAsRead, _id]);
}

function useVisible(): boolean {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
