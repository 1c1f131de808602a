// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Couldn't react. Try again. */
export const couldntReact = (): string =>
  translated<string>("reactions", 0) ?? "Couldn't react. Try again.";
/** Reactions */
export const reactions = (): string =>
  translated<string>("reactions", 1) ?? "Reactions";
/** {count, plural, one {# person} other {# people}}: {name} */
export const who = (p: { count: number; name: string | number }): string =>
  translated<string>("reactions", 2, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} person` : `${formatNumber(p.count)} people`)}: ${p.name}`;
