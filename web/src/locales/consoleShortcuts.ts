// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** In the moderation console */
export const title = (): string =>
  translated<string>("consoleShortcuts", 0) ?? "In the moderation console";
/** Next case */
export const nextCase = (): string =>
  translated<string>("consoleShortcuts", 1) ?? "Next case";
/** Previous case */
export const previousCase = (): string =>
  translated<string>("consoleShortcuts", 2) ?? "Previous case";
/** Allow a refused photo, or approve the request to join */
export const allow = (): string =>
  translated<string>("consoleShortcuts", 3) ?? "Allow a refused photo, or approve the request to join";
/** Dismiss the open case */
export const dismiss = (): string =>
  translated<string>("consoleShortcuts", 4) ?? "Dismiss the open case";
/** Warn the member */
export const warn = (): string =>
  translated<string>("consoleShortcuts", 5) ?? "Warn the member";
/** Remove what was reported */
export const remove = (): string =>
  translated<string>("consoleShortcuts", 6) ?? "Remove what was reported";
/** Take a foto or flick off the walls */
export const unlist = (): string =>
  translated<string>("consoleShortcuts", 7) ?? "Take a foto or flick off the walls";
/** Restrict the member */
export const restrict = (): string =>
  translated<string>("consoleShortcuts", 8) ?? "Restrict the member";
/** Suspend the member */
export const suspend = (): string =>
  translated<string>("consoleShortcuts", 9) ?? "Suspend the member";
/** Suspend the member without an end */
export const ban = (): string =>
  translated<string>("consoleShortcuts", 10) ?? "Suspend the member without an end";
/** Open the messages, or show the refused photo */
export const openMessages = (): string =>
  translated<string>("consoleShortcuts", 11) ?? "Open the messages, or show the refused photo";
/** Write a note */
export const writeNote = (): string =>
  translated<string>("consoleShortcuts", 12) ?? "Write a note";
/** Refuse the request to join */
export const refuse = (): string =>
  translated<string>("consoleShortcuts", 13) ?? "Refuse the request to join";
