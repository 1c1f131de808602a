// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Notifications */
export const title = (): string =>
  translated<string>("settingsNotifications", 0) ?? "Notifications";
/** Notify me about */
export const about = (): string =>
  translated<string>("settingsNotifications", 1) ?? "Notify me about";
/** Post Notifications */
export const posts = (): string =>
  translated<string>("settingsNotifications", 2) ?? "Post Notifications";
/** Comment Notifications */
export const comments = (): string =>
  translated<string>("settingsNotifications", 3) ?? "Comment Notifications";
/** Push */
export const push = (): string =>
  translated<string>("settingsNotifications", 4) ?? "Push";
/** Get notified when someone posts in your sphere */
export const postsHint = (): string =>
  translated<string>("settingsNotifications", 5) ?? "Get notified when someone posts in your sphere";
/** Get notified when someone comments on your posts */
export const commentsHint = (): string =>
  translated<string>("settingsNotifications", 6) ?? "Get notified when someone comments on your posts";
