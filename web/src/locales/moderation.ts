// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Spam or a scam */
export const spam = (): string =>
  translated<string>("moderation", 0) ?? "Spam or a scam";
/** Nudity or sexual content */
export const nudity = (): string =>
  translated<string>("moderation", 1) ?? "Nudity or sexual content";
/** Harassment or bullying */
export const harassment = (): string =>
  translated<string>("moderation", 2) ?? "Harassment or bullying";
/** Hate */
export const hate = (): string =>
  translated<string>("moderation", 3) ?? "Hate";
/** Violence or threats */
export const violence = (): string =>
  translated<string>("moderation", 4) ?? "Violence or threats";
/** Self-harm */
export const selfHarm = (): string =>
  translated<string>("moderation", 5) ?? "Self-harm";
/** Something illegal */
export const illegal = (): string =>
  translated<string>("moderation", 6) ?? "Something illegal";
/** Pretending to be someone else */
export const impersonation = (): string =>
  translated<string>("moderation", 7) ?? "Pretending to be someone else";
/** Something else */
export const other = (): string =>
  translated<string>("moderation", 8) ?? "Something else";
/** Foto or flick */
export const post = (): string =>
  translated<string>("moderation", 9) ?? "Foto or flick";
/** Grid */
export const grid = (): string =>
  translated<string>("moderation", 10) ?? "Grid";
/** Comment */
export const comment = (): string =>
  translated<string>("moderation", 11) ?? "Comment";
/** Message */
export const message = (): string =>
  translated<string>("moderation", 12) ?? "Message";
/** Profile */
export const profile = (): string =>
  translated<string>("moderation", 13) ?? "Profile";
/** Quote */
export const quote = (): string =>
  translated<string>("moderation", 14) ?? "Quote";
/** Nook proposal */
export const proposal = (): string =>
  translated<string>("moderation", 15) ?? "Nook proposal";
/** Refused uploads */
export const refusals = (): string =>
  translated<string>("moderation", 16) ?? "Refused uploads";
/** Unusual activity */
export const activity = (): string =>
  translated<string>("moderation", 17) ?? "Unusual activity";
/** Refused photo */
export const upload = (): string =>
  translated<string>("moderation", 18) ?? "Refused photo";
/** Warning */
export const warn = (): string =>
  translated<string>("moderation", 19) ?? "Warning";
/** Removed */
export const remove = (): string =>
  translated<string>("moderation", 20) ?? "Removed";
/** Taken off the walls */
export const unlist = (): string =>
  translated<string>("moderation", 21) ?? "Taken off the walls";
/** Writing restricted */
export const restrict = (): string =>
  translated<string>("moderation", 22) ?? "Writing restricted";
/** Suspended */
export const suspend = (): string =>
  translated<string>("moderation", 23) ?? "Suspended";
/** Suspended without an end */
export const ban = (): string =>
  translated<string>("moderation", 24) ?? "Suspended without an end";
