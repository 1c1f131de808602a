// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** avoid writing something offensive */
export const avoidOffence = (): string =>
  translated<string>("quote", 0) ?? "avoid writing something offensive";
/** Your quote: */
export const yourQuoteIs = (): string =>
  translated<string>("quote", 1) ?? "Your quote:";
/** Write a quote */
export const write = (): string =>
  translated<string>("quote", 2) ?? "Write a quote";
/** Couldn't save your quote. Try again. */
export const couldntSave = (): string =>
  translated<string>("quote", 3) ?? "Couldn't save your quote. Try again.";
/** Your quote */
export const yourQuote = (): string =>
  translated<string>("quote", 4) ?? "Your quote";
/** Couldn't load your quote. */
export const couldntLoad = (): string =>
  translated<string>("quote", 5) ?? "Couldn't load your quote.";
