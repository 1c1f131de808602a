// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** A word of this app */
export const label = (): string =>
  translated<string>("wordHint", 0) ?? "A word of this app";
/** Got it */
export const gotIt = (): string =>
  translated<string>("wordHint", 1) ?? "Got it";
