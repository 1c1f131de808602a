// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Today */
export const today = (): string =>
  translated<string>("day", 0) ?? "Today";
/** Yesterday */
export const yesterday = (): string =>
  translated<string>("day", 1) ?? "Yesterday";
