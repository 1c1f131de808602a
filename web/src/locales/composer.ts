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
/** A post has at most {most} fotos. */
export const tooMany = (p: { most: string | number }): string =>
  translated<string>("composer", 33, p) ?? `A post has at most ${p.most} fotos.`;
/** Add fotos */
export const add = (): string =>
  translated<string>("composer", 34) ?? "Add fotos";
/** Fotos of this post */
export const fotos = (): string =>
  translated<string>("composer", 35) ?? "Fotos of this post";
/** Foto {number} of {count} */
export const fotoOf = (p: { number: string | number; count: string | number }): string =>
  translated<string>("composer", 36, p) ?? `Foto ${p.number} of ${p.count}`;
/** Alternative text of foto {number} */
export const altTextOf = (p: { number: string | number }): string =>
  translated<string>("composer", 37, p) ?? `Alternative text of foto ${p.number}`;
/** {arrived} of {count} uploaded */
export const arrived = (p: { arrived: string | number; count: string | number }): string =>
  translated<string>("composer", 38, p) ?? `${p.arrived} of ${p.count} uploaded`;
/** {count} fotos uploaded */
export const allArrived = (p: { count: string | number }): string =>
  translated<string>("composer", 39, p) ?? `${p.count} fotos uploaded`;
/** Move earlier */
export const moveEarlier = (): string =>
  translated<string>("composer", 40) ?? "Move earlier";
/** Move later */
export const moveLater = (): string =>
  translated<string>("composer", 41) ?? "Move later";
/** Remove this foto */
export const remove = (): string =>
  translated<string>("composer", 42) ?? "Remove this foto";
/** Foto {number} of {count} now */
export const moved = (p: { number: string | number; count: string | number }): string =>
  translated<string>("composer", 43, p) ?? `Foto ${p.number} of ${p.count} now`;
/** uploading */
export const waits = (): string =>
  translated<string>("composer", 44) ?? "uploading";
/** not uploaded */
export const hasFailed = (): string =>
  translated<string>("composer", 45) ?? "not uploaded";
/** Foto {number} of {count}… */
export const cropping = (p: { number: string | number; count: string | number }): string =>
  translated<string>("composer", 46, p) ?? `Foto ${p.number} of ${p.count}…`;
/** {failed} of {count} couldn't be uploaded. {error} */
export const someFailed = (p: { failed: string | number; count: string | number; error: string | number }): string =>
  translated<string>("composer", 47, p) ?? `${p.failed} of ${p.count} couldn't be uploaded. ${p.error}`;
/** Remove */
export const takeOut = (): string =>
  translated<string>("composer", 48) ?? "Remove";
