// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't send this message. */
export const notSent = (): string =>
  translated<string>("outbox", 0) ?? "Couldn't send this message.";
/** The foto is no longer on this device. */
export const fotoMissing = (): string =>
  translated<string>("outbox", 1) ?? "The foto is no longer on this device.";
/** The server has a problem. We're trying again. Messages you wrote after this one wait. */
export const retrying = (): string =>
  translated<string>("outbox", 2) ?? "The server has a problem. We're trying again. Messages you wrote after this one wait.";
/** Discard */
export const discard = (): string =>
  translated<string>("outbox", 3) ?? "Discard";
/** Sending… */
export const sending = (): string =>
  translated<string>("outbox", 4) ?? "Sending…";
/** Waiting for the connection */
export const waiting = (): string =>
  translated<string>("outbox", 5) ?? "Waiting for the connection";
/** Cancel upload */
export const cancelUpload = (): string =>
  translated<string>("outbox", 6) ?? "Cancel upload";
/** Upload */
export const upload = (): string =>
  translated<string>("outbox", 7) ?? "Upload";
/** Processing… */
export const processing = (): string =>
  translated<string>("outbox", 8) ?? "Processing…";
