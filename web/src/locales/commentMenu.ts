// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** More about @{username}'s comment */
export const more = (p: { username: string | number }): string =>
  translated<string>("commentMenu", 0, p) ?? `More about @${p.username}'s comment`;
/** Edit */
export const edit = (): string =>
  translated<string>("commentMenu", 1) ?? "Edit";
/** Report comment */
export const report = (): string =>
  translated<string>("commentMenu", 2) ?? "Report comment";
/** Replies to it stay. */
export const repliesStay = (): string =>
  translated<string>("commentMenu", 3) ?? "Replies to it stay.";
/** Hide */
export const hide = (): string =>
  translated<string>("commentMenu", 4) ?? "Hide";
/** Show to everyone */
export const show = (): string =>
  translated<string>("commentMenu", 5) ?? "Show to everyone";
/** Comment hidden. */
export const hidden = (): string =>
  translated<string>("commentMenu", 6) ?? "Comment hidden.";
/** Comment shown to everyone. */
export const shown = (): string =>
  translated<string>("commentMenu", 7) ?? "Comment shown to everyone.";
