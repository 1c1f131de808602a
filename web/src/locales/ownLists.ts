// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** More of yours */
export const more = (): string =>
  translated<string>("ownLists", 0) ?? "More of yours";
/** Saved */
export const saved = (): string =>
  translated<string>("ownLists", 1) ?? "Saved";
/** Archive */
export const archive = (): string =>
  translated<string>("ownLists", 2) ?? "Archive";
/** Drafts */
export const drafts = (): string =>
  translated<string>("ownLists", 3) ?? "Drafts";
