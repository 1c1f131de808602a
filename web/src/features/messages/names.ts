import type { Conversation } from "../../api";

/** What the other one is called; whoever left has no name any more. */
export function nameOf(other: Conversation["otherParticipant"]): string {
  return other.username ? `@${other.username}` : "Deleted member";
}
