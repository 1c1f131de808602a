// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** The fotos in it stay. */
export const fotosStay = (): string =>
  translated<string>("grid", 0) ?? "The fotos in it stay.";
/** Couldn't load this grid. */
export const couldntLoad = (): string =>
  translated<string>("grid", 1) ?? "Couldn't load this grid.";
/** Grid by @{username} */
export const gridBy = (p: { username: string | number }): string =>
  translated<string>("grid", 2, p) ?? `Grid by @${p.username}`;
/** Back to the grid */
export const back = (): string =>
  translated<string>("grid", 3) ?? "Back to the grid";
/** Tap a foto to see all of it. */
export const tapFoto = (): string =>
  translated<string>("grid", 4) ?? "Tap a foto to see all of it.";
/** Loading grid */
export const loading = (): string =>
  translated<string>("grid", 5) ?? "Loading grid";
/** Grid not available */
export const notAvailable = (): string =>
  translated<string>("grid", 6) ?? "Grid not available";
/** It may have been deleted, or you don't have access. */
export const notAvailableHint = (): string =>
  translated<string>("grid", 7) ?? "It may have been deleted, or you don't have access.";
/** Back to the profile */
export const backToProfile = (): string =>
  translated<string>("grid", 8) ?? "Back to the profile";
/** Couldn't make the picture. Try again. */
export const couldntSave = (): string =>
  translated<string>("grid", 9) ?? "Couldn't make the picture. Try again.";
/** Save as one picture */
export const saveAsPicture = (): string =>
  translated<string>("grid", 10) ?? "Save as one picture";
/** , foto {number}: view alone */
export const lookAlone = (p: { number: string | number }): string =>
  translated<string>("grid", 11, p) ?? `, foto ${p.number}: view alone`;
