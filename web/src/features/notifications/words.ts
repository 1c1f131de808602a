import { paths } from "../../paths";

/** The part of a notification, or of a push, that decides its words and its target. */
export interface PushPayload {
  type: string;
  subject: string;
  sender: { _id: string; username: string } | null;
}

export const DEFAULT = "New notification";

const DOINGS: Record<string, string> = {
  post_comment: " commented on your post",
  sync_flow: " wants to syncflow with you!",
  intexted: " sent you a message",
};

/** The words of a notification. */
export function wordsOf({ type, sender, subject }: PushPayload): string {
  const who = sender ? `@${sender.username}` : "Someone";
  if (type === "sync_flow" && subject === "in_flow") return `${who} is in flow with you!`;
  const doing = DOINGS[type];
  return doing ? who + doing : DEFAULT;
}

/** Where it leads. */
export function pathOf({ type, sender, subject }: PushPayload): string {
  if (type === "post_comment") return `${paths.profile()}?post=${encodeURIComponent(subject)}`;
  if (type === "intexted") return `${paths.intexted()}?chat=${encodeURIComponent(subject)}`;
  if (subject === "in_flow" && sender) return paths.preview(sender._id);
  return `${paths.intexted()}?tab=syncflows`;
}
