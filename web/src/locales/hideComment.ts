// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Hide */
export const hide = (): string =>
  translated<string>("hideComment", 0) ?? "Hide";
/** Show to everyone */
export const show = (): string =>
  translated<string>("hideComment", 1) ?? "Show to everyone";
/** Hide the comment by @{username} */
export const hideOf = (p: { username: string | number }): string =>
  translated<string>("hideComment", 2, p) ?? `Hide the comment by @${p.username}`;
/** Show to everyone the comment by @{username} */
export const showOf = (p: { username: string | number }): string =>
  translated<string>("hideComment", 3, p) ?? `Show to everyone the comment by @${p.username}`;
/** Comment hidden. */
export const hidden = (): string =>
  translated<string>("hideComment", 4) ?? "Comment hidden.";
/** Comment shown to everyone. */
export const shown = (): string =>
  translated<string>("hideComment", 5) ?? "Comment shown to everyone.";
/** Only you and @{username} see this comment. */
export const onlyYou = (p: { username: string | number }): string =>
  translated<string>("hideComment", 6, p) ?? `Only you and @${p.username} see this comment.`;
