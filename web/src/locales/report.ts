// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Report {kind, select, post {a post} grid {a grid} comment {a comment} message {a message} profile {a profile} quote {a quote} other {a proposal}} */
export const title = (p: { kind: "post" | "grid" | "comment" | "message" | "profile" | "quote" | (string & {}) }): string =>
  translated<string>("report", 0, p) ?? `Report ${(p.kind === "post" ? "a post" : p.kind === "grid" ? "a grid" : p.kind === "comment" ? "a comment" : p.kind === "message" ? "a message" : p.kind === "profile" ? "a profile" : p.kind === "quote" ? "a quote" : "a proposal")}`;
/** Moderators see who reports. @{username} doesn't. */
export const hint = (p: { username: string | number }): string =>
  translated<string>("report", 1, p) ?? `Moderators see who reports. @${p.username} doesn't.`;
/** Moderators see who reports. No one else does. */
export const hintUnnamed = (): string =>
  translated<string>("report", 2) ?? "Moderators see who reports. No one else does.";
/** What is wrong with it? The answer sends your report. */
export const why = (): string =>
  translated<string>("report", 3) ?? "What is wrong with it? The answer sends your report.";
/** Your words (optional) */
export const words = (): string =>
  translated<string>("report", 4) ?? "Your words (optional)";
/** {count, plural, one {# character left} other {# characters left}} */
export const left = (p: { count: number }): string =>
  translated<string>("report", 5, p) ?? (p.count === 1 ? `${formatNumber(p.count)} character left` : `${formatNumber(p.count)} characters left`);
/** Moderators can read this message and two before and after it. They open them only while the case is open, and each opening is recorded. */
export const messages = (): string =>
  translated<string>("report", 6) ?? "Moderators can read this message and two before and after it. They open them only while the case is open, and each opening is recorded.";
/** Sending… */
export const sending = (): string =>
  translated<string>("report", 7) ?? "Sending…";
/** Thank you. You'll see what became of it under Settings, Safety. */
export const thanks = (): string =>
  translated<string>("report", 8) ?? "Thank you. You'll see what became of it under Settings, Safety.";
/** Couldn't send your report. Try again. */
export const couldntSend = (): string =>
  translated<string>("report", 9) ?? "Couldn't send your report. Try again.";
