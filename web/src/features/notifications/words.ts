import * as words from "../../locales/notifications";
import { paths } from "../../paths";

/** The part of a notification, or of a push, that decides its words and its target. */
export interface PushPayload {
  type: string;
  subject: string;
  sender: { _id: string; username: string } | null;
}

const WORDS: Record<string, (parameters: { who: string }) => string> = {
  post_comment: words.commented,
  sync_flow: words.wantsSyncflow,
  intexted: words.sentMessage,
};

/** The words of a notification. */
export function wordsOf({ type, sender, subject }: PushPayload): string {
  const who = whoOf(sender);
  if (type === "sync_flow" && subject === "in_flow") return words.isInFlow({ who });
  return WORDS[type]?.({ who }) ?? words.newNotification();
}

/** The member that it is about, as the words name them. */
export function whoOf(sender: PushPayload["sender"]): string {
  return sender ? `@${sender.username}` : words.someone();
}

/** Where it leads. */
export function pathOf({ type, sender, subject }: PushPayload): string {
  if (type === "post_comment") return `${paths.profile()}?post=${encodeURIComponent(subject)}`;
  if (type === "intexted") return `${paths.intexted()}?chat=${encodeURIComponent(subject)}`;
  if (subject === "in_flow" && sender) return paths.preview(sender._id);
  return `${paths.intexted()}?tab=syncflows`;
}
