import type { Conversation, ConversationId, Message, ProfileId } from "../../../api";
import { deleteValue, deleteValues, getValue, putValue } from "../../../lib/offlineStorage";

const PREFIX = "kept-chat-";
/** The newest so many. */
export const MOST_CACHED = 40;

/** What an open chat showed last, for reading it without a network. It is its owner's, and gone when they leave. */
export interface CachedChat {
  owner: ProfileId;
  conversation: Conversation;
  /** Newest first. */
  messages: Message[];
}

export const readCachedChat = async (id: ConversationId) =>
  (await getValue(PREFIX + id)) as CachedChat | undefined;

export const cacheChat = (chat: CachedChat) => putValue(PREFIX + chat.conversation._id, chat);

export const deleteCachedChat = (id: ConversationId) => deleteValue(PREFIX + id);

export const deleteCachedChats = () => deleteValues((key) => key.startsWith(PREFIX));
