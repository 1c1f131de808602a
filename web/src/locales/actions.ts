// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Cancel */
export const cancel = (): string =>
  translated<string>("actions", 0) ?? "Cancel";
/** Close */
export const close = (): string =>
  translated<string>("actions", 1) ?? "Close";
/** Save */
export const save = (): string =>
  translated<string>("actions", 2) ?? "Save";
/** Delete */
export const remove = (): string =>
  translated<string>("actions", 3) ?? "Delete";
/** Try again */
export const retry = (): string =>
  translated<string>("actions", 4) ?? "Try again";
/** Reload */
export const reload = (): string =>
  translated<string>("actions", 5) ?? "Reload";
/** Back */
export const back = (): string =>
  translated<string>("actions", 6) ?? "Back";
/** Done */
export const done = (): string =>
  translated<string>("actions", 7) ?? "Done";
/** Loading... */
export const loading = (): string =>
  translated<string>("actions", 8) ?? "Loading...";
