// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** All Profiles */
export const allProfiles = (): string =>
  translated<string>("people", 0) ?? "All Profiles";
/** Couldn't search. */
export const couldntSearch = (): string =>
  translated<string>("people", 1) ?? "Couldn't search.";
/** No users found */
export const noneFound = (): string =>
  translated<string>("people", 2) ?? "No users found";
/** View All */
export const viewAll = (): string =>
  translated<string>("people", 3) ?? "View All";
/** Check the spelling. */
export const noneFoundHint = (): string =>
  translated<string>("people", 4) ?? "Check the spelling.";
/** {count, plural, one {# member found} other {# members found}} */
export const found = (p: { count: number }): string =>
  translated<string>("people", 5, p) ?? (p.count === 1 ? `${formatNumber(p.count)} member found` : `${formatNumber(p.count)} members found`);
/** More than {count} members found */
export const moreFound = (p: { count: string | number }): string =>
  translated<string>("people", 6, p) ?? `More than ${p.count} members found`;
/** Loading members */
export const loading = (): string =>
  translated<string>("people", 7) ?? "Loading members";
/** Latest fotos by @{username} */
export const latest = (p: { username: string | number }): string =>
  translated<string>("people", 8, p) ?? `Latest fotos by @${p.username}`;
