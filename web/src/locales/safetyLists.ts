// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Your lists */
export const title = (): string =>
  translated<string>("safetyLists", 0) ?? "Your lists";
/** Files with the names of the members whom you blocked, muted or limited. Only you get them. */
export const hint = (): string =>
  translated<string>("safetyLists", 1) ?? "Files with the names of the members whom you blocked, muted or limited. Only you get them.";
/** Download blocked members (CSV) */
export const blocked = (): string =>
  translated<string>("safetyLists", 2) ?? "Download blocked members (CSV)";
/** Download muted members (CSV) */
export const muted = (): string =>
  translated<string>("safetyLists", 3) ?? "Download muted members (CSV)";
/** Download limited members (CSV) */
export const limited = (): string =>
  translated<string>("safetyLists", 4) ?? "Download limited members (CSV)";
/** Couldn't make the file. Try again. */
export const failed = (): string =>
  translated<string>("safetyLists", 5) ?? "Couldn't make the file. Try again.";
