// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Refused photos */
export const title = (): string =>
  translated<string>("reviews", 0) ?? "Refused photos";
/** Photos that the content check refused, and that you asked a moderator to look at. */
export const hint = (): string =>
  translated<string>("reviews", 1) ?? "Photos that the content check refused, and that you asked a moderator to look at.";
/** Loading refused photos */
export const loading = (): string =>
  translated<string>("reviews", 2) ?? "Loading refused photos";
/** Couldn't load your refused photos. */
export const couldntLoad = (): string =>
  translated<string>("reviews", 3) ?? "Couldn't load your refused photos.";
/** No photos */
export const none = (): string =>
  translated<string>("reviews", 4) ?? "No photos";
/** If the content check refuses a photo by mistake, you can ask there and then. */
export const noneHint = (): string =>
  translated<string>("reviews", 5) ?? "If the content check refuses a photo by mistake, you can ask there and then.";
/** Photo */
export const photo = (): string =>
  translated<string>("reviews", 6) ?? "Photo";
/** Waiting for a moderator */
export const waiting = (): string =>
  translated<string>("reviews", 7) ?? "Waiting for a moderator";
/** Allowed: upload it again */
export const allowed = (): string =>
  translated<string>("reviews", 8) ?? "Allowed: upload it again";
/** Stays refused */
export const refused = (): string =>
  translated<string>("reviews", 9) ?? "Stays refused";
