// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Unexpected Application Error! */
export const unexpected = (): string =>
  translated<string>("errors", 0) ?? "Unexpected Application Error!";
/** Couldn't show this page. Reloading often helps. */
export const unexpectedHint = (): string =>
  translated<string>("errors", 1) ?? "Couldn't show this page. Reloading often helps.";
/** This is too large to send. The limit is 16 MB. */
export const tooLarge = (): string =>
  translated<string>("errors", 2) ?? "This is too large to send. The limit is 16 MB.";
