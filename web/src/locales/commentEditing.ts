// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit comment */
export const editTitle = (): string =>
  translated<string>("commentEditing", 0) ?? "Edit comment";
/** Comment */
export const field = (): string =>
  translated<string>("commentEditing", 1) ?? "Comment";
/** Comment saved. */
export const saved = (): string =>
  translated<string>("commentEditing", 2) ?? "Comment saved.";
/** Couldn't save your comment. Try again. */
export const couldntSave = (): string =>
  translated<string>("commentEditing", 3) ?? "Couldn't save your comment. Try again.";
