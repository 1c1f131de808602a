// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Content Warning */
export const title = (): string =>
  translated<string>("contentWarning", 0) ?? "Content Warning";
/** Understood */
export const understood = (): string =>
  translated<string>("contentWarning", 1) ?? "Understood";
/** This type of content is not allowed on our platform. */
export const notAllowed = (): string =>
  translated<string>("contentWarning", 2) ?? "This type of content is not allowed on our platform.";
/** Ask a moderator */
export const ask = (): string =>
  translated<string>("contentWarning", 3) ?? "Ask a moderator";
/** Is this a mistake? A moderator can look at your photo. Only moderators see it, and you get the answer by email. */
export const askHint = (): string =>
  translated<string>("contentWarning", 4) ?? "Is this a mistake? A moderator can look at your photo. Only moderators see it, and you get the answer by email.";
/** A moderator will look at your photo. */
export const asked = (): string =>
  translated<string>("contentWarning", 5) ?? "A moderator will look at your photo.";
/** Couldn't send your photo to the moderators. Try again. */
export const couldntAsk = (): string =>
  translated<string>("contentWarning", 6) ?? "Couldn't send your photo to the moderators. Try again.";
