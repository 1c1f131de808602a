import type { Conversation, ConversationId, Message, ProfileId } from "../../api";
import { forget, forgetThose, keep, kept } from "../../lib/shelf";

const BEGINNING = "kept-chat-";
const MOST = 40;

/** What an open chat showed last, for reading it without a network. It is its owner's, and gone when they leave. */
export interface KeptChat {
  owner: ProfileId;
  conversation: Conversation;
  /** Newest first. */
  messages: Message[];
}

export const readChat = async (id: ConversationId) => (await kept(BEGINNING + id)) as KeptChat | undefined;

export const keepChat = ({ owner, conversation, messages }: KeptChat) =>
  keep(BEGINNING + conversation._id, { owner, conversation, messages: messages.slice(0, MOST) });

export const forgetChat = (id: ConversationId) => forget(BEGINNING + id);

export const forgetChats = () => forgetThose((key) => key.startsWith(BEGINNING));
