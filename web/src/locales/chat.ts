// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { translated } from "../lib/language";

/** Chat */
export const label = (): string =>
  translated<string>("chat", 0) ?? "Chat";
/** Couldn't load this conversation. */
export const couldntLoad = (): string =>
  translated<string>("chat", 1) ?? "Couldn't load this conversation.";
/** Conversation not available */
export const notAvailable = (): string =>
  translated<string>("chat", 2) ?? "Conversation not available";
/** It may have been deleted, or you don't have access. */
export const notAvailableHint = (): string =>
  translated<string>("chat", 3) ?? "It may have been deleted, or you don't have access.";
/** Loading older messages… */
export const older = (): string =>
  translated<string>("chat", 4) ?? "Loading older messages…";
/** Loading messages */
export const loading = (): string =>
  translated<string>("chat", 5) ?? "Loading messages";
/** The last messages from before you went offline. */
export const offlineHint = (): string =>
  translated<string>("chat", 6) ?? "The last messages from before you went offline.";
/** <name></name> is typing… */
export const typing = (p: { name: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("chat", 7, p) ?? createElement(Fragment, null, p.name(``), " is typing…");
