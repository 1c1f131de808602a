// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit foto */
export const edit = (): string =>
  translated<string>("postEditing", 0) ?? "Edit foto";
/** Caption */
export const caption = (): string =>
  translated<string>("postEditing", 1) ?? "Caption";
/** Alternative text */
export const altText = (): string =>
  translated<string>("postEditing", 2) ?? "Alternative text";
/** Alternative text of foto {number} */
export const altTextOf = (p: { number: string | number }): string =>
  translated<string>("postEditing", 3, p) ?? `Alternative text of foto ${p.number}`;
/** Describe it for people who can't see it */
export const altTextHint = (): string =>
  translated<string>("postEditing", 4) ?? "Describe it for people who can't see it";
/** Changes saved. */
export const saved = (): string =>
  translated<string>("postEditing", 5) ?? "Changes saved.";
/** Couldn't save your changes. Try again. */
export const couldntSave = (): string =>
  translated<string>("postEditing", 6) ?? "Couldn't save your changes. Try again.";
