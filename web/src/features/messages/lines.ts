/** What a conversation shows, oldest first: what the server has, and then what is on its way. */
import type { Answered, Message, MessageType, Receipts } from "../../api";
import type { Unsent } from "./outbox";

export interface Line {
  /** The same before and after the server has it, so that what is on the screen stays as it is. */
  key: string;
  isOwn: boolean;
  type: MessageType;
  content: string;
  isDeleted: boolean;
  writtenAt: string;
  replyTo: Pick<Answered, "isOwn" | "text" | "type" | "isDeleted"> | null;
  /** The message as the server has it, or as it waits here. */
  of: { stored: Message } | { unsent: Unsent };
}

/** `stored` is newest first, as it comes. */
export function linesOf(stored: readonly Message[], waiting: readonly Unsent[]): Line[] {
  const known = new Set(stored.filter(({ isOwn }) => isOwn).map(({ clientId }) => clientId));
  const unsent = waiting.filter(({ clientId }) => !known.has(clientId));
  return [...stored.map(storedLine).reverse(), ...unsent.map((one) => unsentLine(one, stored))];
}

function storedLine(message: Message): Line {
  const { isOwn, type, isDeleted, replyTo } = message;
  return {
    key: keyOf(message),
    isOwn,
    type,
    content: message.encryptedContent,
    isDeleted,
    writtenAt: message.createdAt,
    replyTo,
    of: { stored: message },
  };
}

/** Two members may have thought of the same id. */
export const keyOf = ({ isOwn, clientId }: { isOwn: boolean; clientId: string }) =>
  `${isOwn ? "own" : "other"}-${clientId}`;

function unsentLine(unsent: Unsent, stored: readonly Message[]): Line {
  const { clientId, type, content, writtenAt, replyToId } = unsent;
  const answered = replyToId ? stored.find(({ _id }) => _id === replyToId) : undefined;
  return {
    key: keyOf({ isOwn: true, clientId }),
    isOwn: true,
    type,
    content,
    isDeleted: false,
    writtenAt,
    replyTo: answered ? { ...answered, text: answered.encryptedContent } : null,
    of: { unsent },
  };
}

/** The newest of one's own that the other has seen. */
export function lastReadKey(stored: readonly Message[], receipts: Receipts | undefined): string | null {
  const read = receipts && stored.find(({ isOwn, seq }) => isOwn && seq <= receipts.otherReadUpTo);
  return read ? keyOf(read) : null;
}

/** What lay unread when the chat was opened, by `seq`: more than `after`, up to `upTo`. */
export interface Opening {
  after: number;
  upTo: number;
}

/** The first that was unread at the opening; null where all was read, or where that one is not loaded yet. */
export function firstUnreadKey(
  stored: readonly Message[],
  opening: Opening | null,
  isWhole: boolean,
): string | null {
  if (!opening) return null;
  const oldest = stored.at(-1);
  if (!isWhole && (!oldest || oldest.seq > opening.after)) return null;
  const unread = stored.filter(({ isOwn, seq }) => !isOwn && seq > opening.after && seq <= opening.upTo);
  const first = unread.at(-1);
  return first ? keyOf(first) : null;
}
