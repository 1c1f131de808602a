// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** SAVED */
export const title = (): string =>
  translated<string>("saved", 0) ?? "SAVED";
/** Back to profile */
export const back = (): string =>
  translated<string>("saved", 1) ?? "Back to profile";
/** Couldn't load your saved fotos. */
export const couldntLoad = (): string =>
  translated<string>("saved", 2) ?? "Couldn't load your saved fotos.";
/** Collections */
export const collections = (): string =>
  translated<string>("saved", 3) ?? "Collections";
/** More about your collections */
export const more = (): string =>
  translated<string>("saved", 4) ?? "More about your collections";
/** Name */
export const name = (): string =>
  translated<string>("saved", 5) ?? "Name";
/** Rename collection */
export const rename = (): string =>
  translated<string>("saved", 6) ?? "Rename collection";
/** Collection renamed. */
export const renamed = (): string =>
  translated<string>("saved", 7) ?? "Collection renamed.";
/** Couldn't rename the collection. Try again. */
export const couldntRename = (): string =>
  translated<string>("saved", 8) ?? "Couldn't rename the collection. Try again.";
/** Collection created. */
export const made = (): string =>
  translated<string>("saved", 9) ?? "Collection created.";
/** Couldn't create the collection. Try again. */
export const couldntMake = (): string =>
  translated<string>("saved", 10) ?? "Couldn't create the collection. Try again.";
/** Delete collection */
export const deleteCollection = (): string =>
  translated<string>("saved", 11) ?? "Delete collection";
/** Delete {name}? */
export const deleteQuestion = (p: { name: string | number }): string =>
  translated<string>("saved", 12, p) ?? `Delete ${p.name}?`;
/** Its fotos stay in Saved. */
export const staySaved = (): string =>
  translated<string>("saved", 13) ?? "Its fotos stay in Saved.";
/** Couldn't delete the collection. Try again. */
export const couldntDelete = (): string =>
  translated<string>("saved", 14) ?? "Couldn't delete the collection. Try again.";
/** Saved fotos */
export const fotos = (): string =>
  translated<string>("saved", 15) ?? "Saved fotos";
/** Nothing saved here */
export const empty = (): string =>
  translated<string>("saved", 16) ?? "Nothing saved here";
/** Save fotos with the bookmark. No one else learns of it. */
export const emptyHint = (): string =>
  translated<string>("saved", 17) ?? "Save fotos with the bookmark. No one else learns of it.";
/** Back to feed */
export const toFeed = (): string =>
  translated<string>("saved", 18) ?? "Back to feed";
