// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** {count, plural, one {# new post in your sphere} other {# new posts in your sphere}} */
export const newPosts = (p: { count: number }): string =>
  translated<string>("notificationPopup", 0, p) ?? (p.count === 1 ? `${formatNumber(p.count)} new post in your sphere` : `${formatNumber(p.count)} new posts in your sphere`);
/** {count}+ new posts in your sphere */
export const manyNewPosts = (p: { count: string | number }): string =>
  translated<string>("notificationPopup", 1, p) ?? `${p.count}+ new posts in your sphere`;
/** {count, plural, one {# comment} other {# comments}} */
export const comments = (p: { count: number }): string =>
  translated<string>("notificationPopup", 2, p) ?? (p.count === 1 ? `${formatNumber(p.count)} comment` : `${formatNumber(p.count)} comments`);
/** POST NOTIFICATIONS */
export const posts = (): string =>
  translated<string>("notificationPopup", 3) ?? "POST NOTIFICATIONS";
/** SYNCFLOWS */
export const syncflows = (): string =>
  translated<string>("notificationPopup", 4) ?? "SYNCFLOWS";
/** INTEXTED */
export const intexted = (): string =>
  translated<string>("notificationPopup", 5) ?? "INTEXTED";
/** Notifications */
export const title = (): string =>
  translated<string>("notificationPopup", 6) ?? "Notifications";
/** Kinds of notifications */
export const kinds = (): string =>
  translated<string>("notificationPopup", 7) ?? "Kinds of notifications";
/** Couldn't load your notifications. */
export const couldntLoad = (): string =>
  translated<string>("notificationPopup", 8) ?? "Couldn't load your notifications.";
/** No notifications */
export const empty = (): string =>
  translated<string>("notificationPopup", 9) ?? "No notifications";
/** New activity appears here. */
export const emptyHint = (): string =>
  translated<string>("notificationPopup", 10) ?? "New activity appears here.";
/** Find people */
export const findPeople = (): string =>
  translated<string>("notificationPopup", 11) ?? "Find people";
/** Loading notifications */
export const loading = (): string =>
  translated<string>("notificationPopup", 12) ?? "Loading notifications";
/** Mark as read */
export const markRead = (): string =>
  translated<string>("notificationPopup", 13) ?? "Mark as read";
/** All read */
export const allRead = (): string =>
  translated<string>("notificationPopup", 14) ?? "All read";
