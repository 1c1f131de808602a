/** The rows of a conversation: pending messages, and stored ones. */
import type { Answered, Message, MessageId, MessageType, Receipts } from "../../../api";
import type { ListItem } from "../../../lib/paginatedList";
import type { PendingMessage } from "../outbox/outbox";

/** Where a line stands. */
export interface ItemPosition {
  /** The same key before and after the server has the message, so that its element stays. */
  key: string;
  isOwn: boolean;
  writtenAt: string;
}

export interface MessageRow extends ItemPosition {
  type: MessageType;
  content: string;
  isDeleted: boolean;
  /** A foto's renditions; none before the server has it. */
  variants: Message["variants"];
  replyTo: Pick<Answered, "isOwn" | "text" | "type" | "isDeleted"> | null;
  /** The message as the server has it, or as it waits here. */
  of: { stored: Message } | { pending: PendingMessage };
}

/** The position of a stored message. It is known even while the message itself is not loaded. */
export interface MessagePosition extends ItemPosition, ListItem {
  id: MessageId;
  seq: number;
}

export const positionOf = (message: Message): MessagePosition => ({
  id: message._id,
  key: keyOf(message),
  isOwn: message.isOwn,
  writtenAt: message.createdAt,
  seq: message.seq,
});

export function storedRow(message: Message): MessageRow {
  const { isOwn, type, isDeleted, replyTo, variants } = message;
  return {
    key: keyOf(message),
    isOwn,
    type,
    content: message.encryptedContent,
    isDeleted,
    writtenAt: message.createdAt,
    // A chat that was kept by an older version has none.
    variants: variants ?? [],
    replyTo,
    of: { stored: message },
  };
}

/** Two members may have thought of the same id. */
const keyOf = ({ isOwn, clientId }: { isOwn: boolean; clientId: string }) =>
  `${isOwn ? "own" : "other"}-${clientId}`;

/** Pending messages, newest first, without those that the server has by now. */
export function pendingRows(
  waiting: readonly PendingMessage[],
  stored: readonly ItemPosition[],
  messageOf: (id: MessageId) => Message | undefined,
): MessageRow[] {
  if (waiting.length === 0) return [];
  const known = new Set(stored.map(({ key }) => key));
  return waiting
    .map((one) => pendingRow(one, one.replyToId ? messageOf(one.replyToId) : undefined))
    .filter(({ key }) => !known.has(key))
    .reverse();
}

function pendingRow(pending: PendingMessage, answered: Message | undefined): MessageRow {
  const { clientId, type, content, writtenAt } = pending;
  return {
    key: keyOf({ isOwn: true, clientId }),
    isOwn: true,
    type,
    content,
    isDeleted: false,
    writtenAt,
    variants: [],
    replyTo: answered ? { ...answered, text: answered.encryptedContent } : null,
    of: { pending },
  };
}

/** The newest message of the member's own that the other has seen. */
export function lastReadKey(
  stored: readonly MessagePosition[],
  receipts: Receipts | undefined,
): string | null {
  const read = receipts && stored.find(({ isOwn, seq }) => isOwn && seq <= receipts.otherReadUpTo);
  return read?.key ?? null;
}

/** What lay unread when the chat was opened, by `seq`: more than `after`, up to `upTo`. */
export interface Opening {
  after: number;
  upTo: number;
}

/** The first message that was unread at the opening; null where all were read, or where it is not loaded yet. */
export function firstUnreadKey(
  stored: readonly MessagePosition[],
  opening: Opening | null,
  isWhole: boolean,
): string | null {
  if (!opening) return null;
  const read = stored.findIndex(({ seq }) => seq <= opening.after);
  if (read === -1 && !isWhole) return null;
  const unread = read === -1 ? stored : stored.slice(0, read);
  return unread.findLast(({ isOwn, seq }) => !isOwn && seq <= opening.upTo)?.key ?? null;
}
