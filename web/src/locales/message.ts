// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** [Message deleted] */
export const deleted = (): string =>
  translated<string>("message", 0) ?? "[Message deleted]";
/** New */
export const newest = (): string =>
  translated<string>("message", 1) ?? "New";
/** Open the foto */
export const openFoto = (): string =>
  translated<string>("message", 2) ?? "Open the foto";
/** Reply */
export const reply = (): string =>
  translated<string>("message", 3) ?? "Reply";
/** Open */
export const open = (): string =>
  translated<string>("message", 4) ?? "Open";
/** Couldn't delete the message. Try again. */
export const couldntDelete = (): string =>
  translated<string>("message", 5) ?? "Couldn't delete the message. Try again.";
/** Foto in this message */
export const fotoIn = (): string =>
  translated<string>("message", 6) ?? "Foto in this message";
/** Messages */
export const list = (): string =>
  translated<string>("message", 7) ?? "Messages";
/** new messages */
export const newMessages = (): string =>
  translated<string>("message", 8) ?? "new messages";
/** In reply to: */
export const inReplyTo = (): string =>
  translated<string>("message", 9) ?? "In reply to:";
/** Reply to this message */
export const replyToThis = (): string =>
  translated<string>("message", 10) ?? "Reply to this message";
/** Edit */
export const edit = (): string =>
  translated<string>("message", 11) ?? "Edit";
/** edited */
export const edited = (): string =>
  translated<string>("message", 12) ?? "edited";
/** Read */
export const read = (): string =>
  translated<string>("message", 13) ?? "Read";
