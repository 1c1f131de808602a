// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Image size must be less than 25MB */
export const tooLarge = (): string =>
  translated<string>("upload", 0) ?? "Image size must be less than 25MB";
/** Connection lost. Try again. */
export const lost = (): string =>
  translated<string>("upload", 1) ?? "Connection lost. Try again.";
/** Couldn't upload this file. */
export const notAccepted = (): string =>
  translated<string>("upload", 2) ?? "Couldn't upload this file.";
/** Please upload an image file */
export const notImage = (): string =>
  translated<string>("upload", 3) ?? "Please upload an image file";
/** Use a JPEG, PNG, WebP, AVIF or HEIC file. */
export const acceptedFiles = (): string =>
  translated<string>("upload", 4) ?? "Use a JPEG, PNG, WebP, AVIF or HEIC file.";
/** Unknown error */
export const unknownError = (): string =>
  translated<string>("upload", 5) ?? "Unknown error";
/** Error processing image: {error} */
export const couldntProcess = (p: { error: string | number }): string =>
  translated<string>("upload", 6, p) ?? `Error processing image: ${p.error}`;
/** Upload cancelled. */
export const cancelled = (): string =>
  translated<string>("upload", 7) ?? "Upload cancelled.";
