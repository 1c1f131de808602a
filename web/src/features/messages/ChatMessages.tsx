import { useMutation, usePaginatedQuery, useQuery } from "convex/react";
import { useCallback, useEffect, useState } from "react";
import { api, type Conversation, type Message, type Receipts } from "../../api";
import { useViewer } from "../identity/Viewer";
import styles from "./Chat.module.css";
import { ChatSkeleton } from "./ChatSkeleton";
import { firstUnreadKey, type Line, lastReadKey, linesOf, type Opening } from "./lines";
import { nameOf } from "./names";
import { useOutbox } from "./outbox";
import { Thread } from "./Thread";
import { Typing } from "./Typing";
import { useChatKept } from "./useChatKept";

const FIRST_PAGE = 40;
const PAGE = 100;

/** A conversation's messages, live; older pages come as one scrolls up. */
export function ChatMessages({
  conversation,
  onReply,
}: {
  conversation: Conversation;
  onReply: (to: Message) => void;
}) {
  const conversationId = conversation._id;
  const { results, status, loadMore } = usePaginatedQuery(
    api.messages.getMessages,
    { conversationId },
    { initialNumItems: FIRST_PAGE },
  );
  const receipts = useQuery(api.messages.getReceipts, { conversationId });
  const isThere = status !== "LoadingFirstPage";
  const isWhole = status === "Exhausted";
  const lines = linesOf(results, useWaiting(conversation));
  const opening = useOpening(isThere ? results : undefined, receipts);
  useReading(conversation, results, receipts);
  useChatKept(conversation, isThere ? results : undefined);
  const more = useCallback(() => loadMore(PAGE), [loadMore]);
  return (
    <div className={styles.middle}>
      <Thread
        lines={lines}
        above={
          <>
            {!isThere && <ChatSkeleton />}
            {status === "LoadingMore" && <p className={styles.older}>Older messages…</p>}
            {isWhole && lines.length === 0 && <p className={styles.nothing}>No messages yet</p>}
          </>
        }
        below={<Typing conversation={conversation} />}
        readKey={lastReadKey(results, receipts)}
        unreadKey={firstUnreadKey(results, opening, isWhole)}
        onReply={onReply}
        onNearTop={status === "CanLoadMore" ? more : undefined}
      />
      <Arrived line={lines.at(-1)} from={nameOf(conversation.otherParticipant)} />
    </div>
  );
}

/** One's own messages to this conversation that are on their way. */
function useWaiting({ _id }: Conversation) {
  const { profileId } = useViewer();
  return useOutbox().filter((one) => one.conversationId === _id && one.senderId === profileId);
}

/** Reads out what the other one writes while the chat is open, and not the pages of old that one scrolls up to. */
function Arrived({ line, from }: { line: Line | undefined; from: string }) {
  const [first, setFirst] = useState<string | undefined>(undefined);
  if (!first && line) setFirst(line.key);
  const isNews = line && !line.isOwn && !line.isDeleted && line.key !== first;
  return (
    <p className="visually-hidden" role="status">
      {isNews && `${from}: ${line.type === "photo" ? "Foto" : line.content}`}
    </p>
  );
}

/** What was unread when the chat was opened. */
function useOpening(stored: readonly Message[] | undefined, receipts: Receipts | undefined): Opening | null {
  const [opening, setOpening] = useState<Opening | null>(null);
  if (!opening && stored && receipts)
    setOpening({ after: receipts.readUpTo, upTo: stored[0]?.seq ?? receipts.readUpTo });
  return opening;
}

/** An open chat is read, as long as somebody can see it. */
function useReading({ _id }: Conversation, stored: readonly Message[], receipts: Receipts | undefined): void {
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
