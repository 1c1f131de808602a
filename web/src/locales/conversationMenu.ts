// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Conversation menu */
export const label = (): string =>
  translated<string>("conversationMenu", 0) ?? "Conversation menu";
/** Archive Conversation */
export const archive = (): string =>
  translated<string>("conversationMenu", 1) ?? "Archive Conversation";
/** Delete Conversation */
export const remove = (): string =>
  translated<string>("conversationMenu", 2) ?? "Delete Conversation";
