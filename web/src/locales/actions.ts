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
/** Loading... */
export const loading = (): string =>
  translated<string>("actions", 6) ?? "Loading...";
/** One moment… */
export const wait = (): string =>
  translated<string>("actions", 7) ?? "One moment…";
/** Error */
export const error = (): string =>
  translated<string>("actions", 8) ?? "Error";
/** Something went wrong. Try again. */
export const failed = (): string =>
  translated<string>("actions", 9) ?? "Something went wrong. Try again.";
/** Coming Soon! */
export const soon = (): string =>
  translated<string>("actions", 10) ?? "Coming Soon!";
/** Couldn't load this */
export const couldntLoad = (): string =>
  translated<string>("actions", 11) ?? "Couldn't load this";
