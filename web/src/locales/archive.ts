// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** ARCHIVE */
export const title = (): string =>
  translated<string>("archive", 0) ?? "ARCHIVE";
/** Back to profile */
export const back = (): string =>
  translated<string>("archive", 1) ?? "Back to profile";
/** Couldn't load your archive. */
export const couldntLoad = (): string =>
  translated<string>("archive", 2) ?? "Couldn't load your archive.";
/** Only you see these fotos. */
export const onlyYou = (): string =>
  translated<string>("archive", 3) ?? "Only you see these fotos.";
/** Fotos in your archive */
export const fotos = (): string =>
  translated<string>("archive", 4) ?? "Fotos in your archive";
/** Nothing archived */
export const empty = (): string =>
  translated<string>("archive", 5) ?? "Nothing archived";
/** A foto that you archive is hidden from everyone else, with its comments and grids. You can show it again. */
export const emptyHint = (): string =>
  translated<string>("archive", 6) ?? "A foto that you archive is hidden from everyone else, with its comments and grids. You can show it again.";
/** In your archive */
export const archived = (): string =>
  translated<string>("archive", 7) ?? "In your archive";
/** Show it again, and it returns to your profile and the walls, with its comments and grids. */
export const returns = (): string =>
  translated<string>("archive", 8) ?? "Show it again, and it returns to your profile and the walls, with its comments and grids.";
/** Show it again, and it returns to your cue, with its comments and grids. */
export const returnsToCue = (): string =>
  translated<string>("archive", 9) ?? "Show it again, and it returns to your cue, with its comments and grids.";
/** Show again */
export const show = (): string =>
  translated<string>("archive", 10) ?? "Show again";
/** One moment… */
export const showing = (): string =>
  translated<string>("archive", 11) ?? "One moment…";
/** Your foto is shown again. */
export const shown = (): string =>
  translated<string>("archive", 12) ?? "Your foto is shown again.";
/** Couldn't show your foto again. Try again. */
export const couldntShow = (): string =>
  translated<string>("archive", 13) ?? "Couldn't show your foto again. Try again.";
