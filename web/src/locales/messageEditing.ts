// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit message */
export const editTitle = (): string =>
  translated<string>("messageEditing", 0) ?? "Edit message";
/** Message */
export const field = (): string =>
  translated<string>("messageEditing", 1) ?? "Message";
/** Message saved. */
export const saved = (): string =>
  translated<string>("messageEditing", 2) ?? "Message saved.";
/** Couldn't save your message. Try again. */
export const couldntSave = (): string =>
  translated<string>("messageEditing", 3) ?? "Couldn't save your message. Try again.";
