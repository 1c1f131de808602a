// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** {count, plural, one {# person} other {# people}}: {name} */
export const title = (p: { count: number; name: string | number }): string =>
  translated<string>("reactors", 0, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} person` : `${formatNumber(p.count)} people`)}: ${p.name}`;
/** No one any more */
export const empty = (): string =>
  translated<string>("reactors", 1) ?? "No one any more";
/** Members who react appear here at once. */
export const emptyHint = (): string =>
  translated<string>("reactors", 2) ?? "Members who react appear here at once.";
/** Loading members */
export const loading = (): string =>
  translated<string>("reactors", 3) ?? "Loading members";
/** Couldn't load who reacted. */
export const couldntLoad = (): string =>
  translated<string>("reactors", 4) ?? "Couldn't load who reacted.";
