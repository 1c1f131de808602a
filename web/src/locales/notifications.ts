// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Notifications */
export const bell = (): string =>
  translated<string>("notifications", 0) ?? "Notifications";
/** Notifications, {count} unread */
export const bellUnread = (p: { count: string | number }): string =>
  translated<string>("notifications", 1, p) ?? `Notifications, ${p.count} unread`;
/** Notifications, new posts */
export const bellNewPosts = (): string =>
  translated<string>("notifications", 2) ?? "Notifications, new posts";
/** New notification */
export const newNotification = (): string =>
  translated<string>("notifications", 3) ?? "New notification";
/** Someone */
export const someone = (): string =>
  translated<string>("notifications", 4) ?? "Someone";
/** {who} commented on your post */
export const commented = (p: { who: string | number }): string =>
  translated<string>("notifications", 5, p) ?? `${p.who} commented on your post`;
/** {who} wants to syncflow with you! */
export const wantsSyncflow = (p: { who: string | number }): string =>
  translated<string>("notifications", 6, p) ?? `${p.who} wants to syncflow with you!`;
/** {who} sent you a message */
export const sentMessage = (p: { who: string | number }): string =>
  translated<string>("notifications", 7, p) ?? `${p.who} sent you a message`;
/** {who} is in flow with you! */
export const isInFlow = (p: { who: string | number }): string =>
  translated<string>("notifications", 8, p) ?? `${p.who} is in flow with you!`;
/** Unread */
export const unread = (): string =>
  translated<string>("notifications", 9) ?? "Unread";
/** {count} unread */
export const unreadMessages = (p: { count: string | number }): string =>
  translated<string>("notifications", 10, p) ?? `${p.count} unread`;
