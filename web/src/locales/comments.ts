// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Comments */
export const title = (): string =>
  translated<string>("comments", 0) ?? "Comments";
/** Couldn't load comments. */
export const couldntLoad = (): string =>
  translated<string>("comments", 1) ?? "Couldn't load comments.";
/** Loading comments */
export const loading = (): string =>
  translated<string>("comments", 2) ?? "Loading comments";
/** No comments yet */
export const empty = (): string =>
  translated<string>("comments", 3) ?? "No comments yet";
/** Be the first to comment. */
export const emptyHint = (): string =>
  translated<string>("comments", 4) ?? "Be the first to comment.";
/** Add a comment */
export const add = (): string =>
  translated<string>("comments", 5) ?? "Add a comment";
/** Add a comment… */
export const addPlaceholder = (): string =>
  translated<string>("comments", 6) ?? "Add a comment…";
/** Reply to @{username} */
export const replyTo = (p: { username: string | number }): string =>
  translated<string>("comments", 7, p) ?? `Reply to @${p.username}`;
/** Write a reply… */
export const replyPlaceholder = (): string =>
  translated<string>("comments", 8) ?? "Write a reply…";
/** Replying to @{username} */
export const replyingTo = (p: { username: string | number }): string =>
  translated<string>("comments", 9, p) ?? `Replying to @${p.username}`;
/** Cancel reply */
export const cancelReply = (): string =>
  translated<string>("comments", 10) ?? "Cancel reply";
/** Send comment */
export const send = (): string =>
  translated<string>("comments", 11) ?? "Send comment";
/** Reply */
export const reply = (): string =>
  translated<string>("comments", 12) ?? "Reply";
/** Show {count, plural, one {# reply} other {# replies}} */
export const showReplies = (p: { count: number }): string =>
  translated<string>("comments", 13, p) ?? `Show ${(p.count === 1 ? `${formatNumber(p.count)} reply` : `${formatNumber(p.count)} replies`)}`;
/** Hide replies */
export const hideReplies = (): string =>
  translated<string>("comments", 14) ?? "Hide replies";
/** Show more replies */
export const showMoreReplies = (): string =>
  translated<string>("comments", 15) ?? "Show more replies";
/** [unavailable] */
export const unavailable = (): string =>
  translated<string>("comments", 16) ?? "[unavailable]";
/** Couldn't send your comment. Try again. */
export const couldntSend = (): string =>
  translated<string>("comments", 17) ?? "Couldn't send your comment. Try again.";
/** Maximum reply depth reached. Please start a new comment thread. */
export const tooDeep = (): string =>
  translated<string>("comments", 18) ?? "Maximum reply depth reached. Please start a new comment thread.";
/** {count, plural, one {comment} other {comments}} */
export const unit = (p: { count: number }): string =>
  translated<string>("comments", 19, p) ?? (p.count === 1 ? "comment" : "comments");
/** Only members in flow with the author can comment here. */
export const onlyInFlow = (): string =>
  translated<string>("comments", 20) ?? "Only members in flow with the author can comment here.";
/** The author has turned comments off. */
export const turnedOff = (): string =>
  translated<string>("comments", 21) ?? "The author has turned comments off.";
/** Close comments */
export const close = (): string =>
  translated<string>("comments", 22) ?? "Close comments";
/** Only you and @{username} see this comment. */
export const onlyYou = (p: { username: string | number }): string =>
  translated<string>("comments", 23, p) ?? `Only you and @${p.username} see this comment.`;
/** edited */
export const edited = (): string =>
  translated<string>("comments", 24) ?? "edited";
