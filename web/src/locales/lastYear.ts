// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** This week last year */
export const title = (): string =>
  translated<string>("lastYear", 0) ?? "This week last year";
/** Only you see this. */
export const onlyYou = (): string =>
  translated<string>("lastYear", 1) ?? "Only you see this.";
/** Hide for this week */
export const hide = (): string =>
  translated<string>("lastYear", 2) ?? "Hide for this week";
