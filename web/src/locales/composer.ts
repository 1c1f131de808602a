// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Caption */
export const caption = (): string =>
  translated<string>("composer", 0) ?? "Caption";
/** Alternative text */
export const altText = (): string =>
  translated<string>("composer", 1) ?? "Alternative text";
/** Describe it for people who can't see it */
export const altTextHint = (): string =>
  translated<string>("composer", 2) ?? "Describe it for people who can't see it";
/** Camera */
export const camera = (): string =>
  translated<string>("composer", 3) ?? "Camera";
/** Foto file */
export const fotoFile = (): string =>
  translated<string>("composer", 4) ?? "Foto file";
/** Foto */
export const foto = (): string =>
  translated<string>("composer", 5) ?? "Foto";
/** Choose a foto */
export const choose = (): string =>
  translated<string>("composer", 6) ?? "Choose a foto";
/** Drop one here or paste it. JPEG, PNG, WebP, AVIF or HEIC. */
export const chooseHint = (): string =>
  translated<string>("composer", 7) ?? "Drop one here or paste it. JPEG, PNG, WebP, AVIF or HEIC.";
/** Restore foto */
export const restore = (): string =>
  translated<string>("composer", 8) ?? "Restore foto";
/** Choose a file */
export const chooseFile = (): string =>
  translated<string>("composer", 9) ?? "Choose a file";
/** Take a foto */
export const take = (): string =>
  translated<string>("composer", 10) ?? "Take a foto";
/** Uploaded */
export const uploaded = (): string =>
  translated<string>("composer", 11) ?? "Uploaded";
/** Cancel upload */
export const cancelUpload = (): string =>
  translated<string>("composer", 12) ?? "Cancel upload";
/** Change */
export const change = (): string =>
  translated<string>("composer", 13) ?? "Change";
/** Upload */
export const upload = (): string =>
  translated<string>("composer", 14) ?? "Upload";
/** Processing… */
export const developing = (): string =>
  translated<string>("composer", 15) ?? "Processing…";
/** {loaded} of {total} */
export const progress = (p: { loaded: string | number; total: string | number }): string =>
  translated<string>("composer", 16, p) ?? `${p.loaded} of ${p.total}`;
/** Draft restored. */
export const draftRestored = (): string =>
  translated<string>("composer", 17) ?? "Draft restored.";
/** Unknown error */
export const unknownError = (): string =>
  translated<string>("composer", 18) ?? "Unknown error";
/** Your foto has been spread! Go take a look. */
export const posted = (): string =>
  translated<string>("composer", 19) ?? "Your foto has been spread! Go take a look.";
/** Processing your foto… */
export const processing = (): string =>
  translated<string>("composer", 20) ?? "Processing your foto…";
/** This foto can't be shown. */
export const cannotShow = (): string =>
  translated<string>("composer", 21) ?? "This foto can't be shown.";
/** Post a foto · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("composer", 22, p) ?? `Post a foto · ${p.product}`;
/** Posting… */
export const posting = (): string =>
  translated<string>("composer", 23) ?? "Posting…";
/** Post to Sphere */
export const postToSphere = (): string =>
  translated<string>("composer", 24) ?? "Post to Sphere";
/** Post to Cue */
export const postToCue = (): string =>
  translated<string>("composer", 25) ?? "Post to Cue";
/** CANCEL */
export const cancel = (): string =>
  translated<string>("composer", 26) ?? "CANCEL";
/** New foto */
export const newFoto = (): string =>
  translated<string>("composer", 27) ?? "New foto";
/** Discard */
export const discard = (): string =>
  translated<string>("composer", 28) ?? "Discard";
/** Error processing image: {error} */
export const couldntProcess = (p: { error: string | number }): string =>
  translated<string>("composer", 29, p) ?? `Error processing image: ${p.error}`;
/** Error posting: {error} */
export const couldntPost = (p: { error: string | number }): string =>
  translated<string>("composer", 30, p) ?? `Error posting: ${p.error}`;
/** everyone */
export const everyone = (): string =>
  translated<string>("composer", 31) ?? "everyone";
/** people in flow with you */
export const inFlow = (): string =>
  translated<string>("composer", 32) ?? "people in flow with you";
