// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Conversation menu */
export const menuLabel = (): string =>
  translated<string>("inbox", 0) ?? "Conversation menu";
/** Menu */
export const menu = (): string =>
  translated<string>("inbox", 1) ?? "Menu";
/** Choose the conversation with {name} */
export const choose = (p: { name: string | number }): string =>
  translated<string>("inbox", 2, p) ?? `Choose the conversation with ${p.name}`;
/** Archived */
export const archived = (): string =>
  translated<string>("inbox", 3) ?? "Archived";
/** unread */
export const unread = (): string =>
  translated<string>("inbox", 4) ?? "unread";
/** No match in the names or in the last 100 messages of your 50 newest conversations. Older messages aren't searched. */
export const nothingFoundHint = (): string =>
  translated<string>("inbox", 5) ?? "No match in the names or in the last 100 messages of your 50 newest conversations. Older messages aren't searched.";
/** Search messages */
export const search = (): string =>
  translated<string>("inbox", 6) ?? "Search messages";
/** Search messages... */
export const searchPlaceholder = (): string =>
  translated<string>("inbox", 7) ?? "Search messages...";
/** Archived conversations */
export const archivedOnes = (): string =>
  translated<string>("inbox", 8) ?? "Archived conversations";
/** Moved to the inbox. */
export const unarchived = (): string =>
  translated<string>("inbox", 9) ?? "Moved to the inbox.";
/** Archived until the next message. */
export const archivedUntil = (): string =>
  translated<string>("inbox", 10) ?? "Archived until the next message.";
/** Loading conversations */
export const loading = (): string =>
  translated<string>("inbox", 11) ?? "Loading conversations";
/** Nothing found */
export const nothingFound = (): string =>
  translated<string>("inbox", 12) ?? "Nothing found";
/** Start a conversation by syncing flow */
export const emptyHint = (): string =>
  translated<string>("inbox", 13) ?? "Start a conversation by syncing flow";
/** Find people */
export const findPeople = (): string =>
  translated<string>("inbox", 14) ?? "Find people";
/** No archived conversations */
export const noneArchived = (): string =>
  translated<string>("inbox", 15) ?? "No archived conversations";
/** Archived conversations stay here until the next message. */
export const noneArchivedHint = (): string =>
  translated<string>("inbox", 16) ?? "Archived conversations stay here until the next message.";
/** Not sent */
export const notSent = (): string =>
  translated<string>("inbox", 17) ?? "Not sent";
/** Conversation deleted. */
export const deleted = (): string =>
  translated<string>("inbox", 18) ?? "Conversation deleted.";
/** Couldn't delete the conversation. Try again. */
export const couldntDelete = (): string =>
  translated<string>("inbox", 19) ?? "Couldn't delete the conversation. Try again.";
/** Undo */
export const undo = (): string =>
  translated<string>("inbox", 20) ?? "Undo";
/** Not sent: */
export const notSentColon = (): string =>
  translated<string>("inbox", 21) ?? "Not sent:";
