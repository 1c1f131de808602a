import type { Conversation, ConversationId, Message, ProfileId } from "../../api";
import { forget, forgetThose, keep, kept } from "../../lib/shelf";

const BEGINNING = "kept-chat-";
/** The newest so many. */
export const MOST_KEPT = 40;

/** What an open chat showed last, for reading it without a network. It is its owner's, and gone when they leave. */
export interface KeptChat {
  owner: ProfileId;
  conversation: Conversation;
  /** Newest first. */
  messages: Message[];
}

export const readChat = async (id: ConversationId) => (await kept(BEGINNING + id)) as KeptChat | undefined;

export const keepChat = (chat: KeptChat) => keep(BEGINNING + chat.conversation._id, chat);

export const forgetChat = (id: ConversationId) => forget(BEGINNING + id);

export const forgetChats = () => forgetThose((key) => key.startsWith(BEGINNING));
