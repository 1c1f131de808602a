// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit caption */
export const edit = (): string =>
  translated<string>("caption", 0) ?? "Edit caption";
/** Caption */
export const caption = (): string =>
  translated<string>("caption", 1) ?? "Caption";
/** Caption saved. */
export const saved = (): string =>
  translated<string>("caption", 2) ?? "Caption saved.";
/** Couldn't save your caption. Try again. */
export const couldntSave = (): string =>
  translated<string>("caption", 3) ?? "Couldn't save your caption. Try again.";
/** This also deletes its comments, its reactions and the grids it is in. It can't be undone. */
export const alsoDeletes = (): string =>
  translated<string>("caption", 4) ?? "This also deletes its comments, its reactions and the grids it is in. It can't be undone.";
