// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Intexted · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("intexted", 0, p) ?? `Intexted · ${p.product}`;
/** INTEXTED */
export const title = (): string =>
  translated<string>("intexted", 1) ?? "INTEXTED";
/** Find */
export const find = (): string =>
  translated<string>("intexted", 2) ?? "Find";
/** Fotos */
export const fotos = (): string =>
  translated<string>("intexted", 3) ?? "Fotos";
/** Settings */
export const settings = (): string =>
  translated<string>("intexted", 4) ?? "Settings";
/** Choose a conversation to archive or unarchive. */
export const chooseToArchive = (): string =>
  translated<string>("intexted", 5) ?? "Choose a conversation to archive or unarchive.";
/** Choose a conversation to delete. */
export const chooseToDelete = (): string =>
  translated<string>("intexted", 6) ?? "Choose a conversation to delete.";
/** Inbox */
export const inbox = (): string =>
  translated<string>("intexted", 7) ?? "Inbox";
/** Couldn't load your messages. */
export const couldntLoad = (): string =>
  translated<string>("intexted", 8) ?? "Couldn't load your messages.";
/** SyncFlow Bucket */
export const bucket = (): string =>
  translated<string>("intexted", 9) ?? "SyncFlow Bucket";
/** Couldn't load the requests. */
export const couldntLoadRequests = (): string =>
  translated<string>("intexted", 10) ?? "Couldn't load the requests.";
/** Outgoing */
export const outgoing = (): string =>
  translated<string>("intexted", 11) ?? "Outgoing";
/** Choose a conversation to read it here. */
export const chooseOne = (): string =>
  translated<string>("intexted", 12) ?? "Choose a conversation to read it here.";
