// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit history */
export const title = (): string =>
  translated<string>("postHistory", 0) ?? "Edit history";
/** Only you can see this. */
export const onlyYou = (): string =>
  translated<string>("postHistory", 1) ?? "Only you can see this.";
/** Changed {ago} */
export const replaced = (p: { ago: string | number }): string =>
  translated<string>("postHistory", 2, p) ?? `Changed ${p.ago}`;
/** No caption */
export const noCaption = (): string =>
  translated<string>("postHistory", 3) ?? "No caption";
/** Alternative text: {altText} */
export const altText = (p: { altText: string | number }): string =>
  translated<string>("postHistory", 4, p) ?? `Alternative text: ${p.altText}`;
/** No alternative text */
export const noAltText = (): string =>
  translated<string>("postHistory", 5) ?? "No alternative text";
/** Loading the edit history */
export const loading = (): string =>
  translated<string>("postHistory", 6) ?? "Loading the edit history";
/** Couldn't load the edit history. */
export const couldntLoad = (): string =>
  translated<string>("postHistory", 7) ?? "Couldn't load the edit history.";
/** No earlier texts. */
export const none = (): string =>
  translated<string>("postHistory", 8) ?? "No earlier texts.";
/** Alternative text of foto {number}: {altText} */
export const altTextOf = (p: { number: string | number; altText: string | number }): string =>
  translated<string>("postHistory", 9, p) ?? `Alternative text of foto ${p.number}: ${p.altText}`;
/** No alternative text of foto {number} */
export const noAltTextOf = (p: { number: string | number }): string =>
  translated<string>("postHistory", 10, p) ?? `No alternative text of foto ${p.number}`;
