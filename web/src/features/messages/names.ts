import type { Conversation } from "../../api";
import * as messagesWords from "../../locales/messages";

/** The other member's name; a deleted member has none. */
export function nameOf(other: Conversation["otherParticipant"]): string {
  return other.username ? `@${other.username}` : messagesWords.deletedMember();
}
