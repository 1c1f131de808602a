// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Emoji picker */
export const picker = (): string =>
  translated<string>("emoji", 0) ?? "Emoji picker";
/** Search emoji */
export const search = (): string =>
  translated<string>("emoji", 1) ?? "Search emoji";
/** Categories */
export const categories = (): string =>
  translated<string>("emoji", 2) ?? "Categories";
/** {count, plural, one {# emoji found} other {# emoji found}} */
export const found = (p: { count: number }): string =>
  translated<string>("emoji", 3, p) ?? (p.count === 1 ? `${formatNumber(p.count)} emoji found` : `${formatNumber(p.count)} emoji found`);
/** No emoji found */
export const noneFound = (): string =>
  translated<string>("emoji", 4) ?? "No emoji found";
/** Suggested */
export const suggested = (): string =>
  translated<string>("emoji", 5) ?? "Suggested";
/** Custom */
export const custom = (): string =>
  translated<string>("emoji", 6) ?? "Custom";
/** Smileys and people */
export const smileys = (): string =>
  translated<string>("emoji", 7) ?? "Smileys and people";
/** Animals and nature */
export const animals = (): string =>
  translated<string>("emoji", 8) ?? "Animals and nature";
/** Food and drink */
export const food = (): string =>
  translated<string>("emoji", 9) ?? "Food and drink";
/** Travel and places */
export const travel = (): string =>
  translated<string>("emoji", 10) ?? "Travel and places";
/** Activities */
export const activities = (): string =>
  translated<string>("emoji", 11) ?? "Activities";
/** Objects */
export const objects = (): string =>
  translated<string>("emoji", 12) ?? "Objects";
/** Symbols */
export const symbols = (): string =>
  translated<string>("emoji", 13) ?? "Symbols";
/** Flags */
export const flags = (): string =>
  translated<string>("emoji", 14) ?? "Flags";
