// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { createElement, Fragment, type ReactNode } from "react";
import { formatNumber, translated } from "../lib/language";

/** Attach a foto */
export const attach = (): string =>
  translated<string>("chatForm", 0) ?? "Attach a foto";
/** Foto for this conversation */
export const attachLabel = (): string =>
  translated<string>("chatForm", 1) ?? "Foto for this conversation";
/** Emoji */
export const emoji = (): string =>
  translated<string>("chatForm", 2) ?? "Emoji";
/** Message */
export const message = (): string =>
  translated<string>("chatForm", 3) ?? "Message";
/** Type a message... */
export const placeholder = (): string =>
  translated<string>("chatForm", 4) ?? "Type a message...";
/** Send */
export const send = (): string =>
  translated<string>("chatForm", 5) ?? "Send";
/** Messages can have up to {count, number} characters. */
export const full = (p: { count: number }): string =>
  translated<string>("chatForm", 6, p) ?? `Messages can have up to ${formatNumber(p.count)} characters.`;
/** {count, plural, one {# character left} other {# characters left}} */
export const left = (p: { count: number }): string =>
  translated<string>("chatForm", 7, p) ?? (p.count === 1 ? `${formatNumber(p.count)} character left` : `${formatNumber(p.count)} characters left`);
/** You can only message people you are in flow with. You can still read this conversation. */
export const readOnly = (): string =>
  translated<string>("chatForm", 8) ?? "You can only message people you are in flow with. You can still read this conversation.";
/** Replying to: <message></message> */
export const replyingTo = (p: { message: (content: ReactNode) => ReactNode }): ReactNode =>
  translated<ReactNode>("chatForm", 9, p) ?? createElement(Fragment, null, "Replying to: ", p.message(``));
/** Cancel reply */
export const cancelReply = (): string =>
  translated<string>("chatForm", 10) ?? "Cancel reply";
/** Couldn't store the message. Keep this page open until it is sent. */
export const notStored = (): string =>
  translated<string>("chatForm", 11) ?? "Couldn't store the message. Keep this page open until it is sent.";
/** Couldn't store the message. Try again. */
export const couldntStore = (): string =>
  translated<string>("chatForm", 12) ?? "Couldn't store the message. Try again.";
/** OK */
export const ok = (): string =>
  translated<string>("chatForm", 13) ?? "OK";
