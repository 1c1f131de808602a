// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Flick by @{username} */
export const flickBy = (p: { username: string | number }): string =>
  translated<string>("flicks", 0, p) ?? `Flick by @${p.username}`;
/** Comment */
export const comment = (): string =>
  translated<string>("flicks", 1) ?? "Comment";
/** Highlight {count} */
export const highlightCount = (p: { count: string | number }): string =>
  translated<string>("flicks", 2, p) ?? `Highlight ${p.count}`;
/** Highlight */
export const highlight = (): string =>
  translated<string>("flicks", 3) ?? "Highlight";
/** {figure} {count, plural, one {view} other {views}} */
export const views = (p: { figure: string | number; count: number }): string =>
  translated<string>("flicks", 4, p) ?? `${p.figure} ${(p.count === 1 ? "view" : "views")}`;
