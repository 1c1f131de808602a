// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Limited members */
export const title = (): string =>
  translated<string>("limited", 0) ?? "Limited members";
/** Only you and they see what they comment on your fotos, unless you show it. They don't notice. */
export const hint = (): string =>
  translated<string>("limited", 1) ?? "Only you and they see what they comment on your fotos, unless you show it. They don't notice.";
/** Loading limited members */
export const loading = (): string =>
  translated<string>("limited", 2) ?? "Loading limited members";
/** Couldn't load limited members. */
export const couldntLoad = (): string =>
  translated<string>("limited", 3) ?? "Couldn't load limited members.";
/** No one limited */
export const none = (): string =>
  translated<string>("limited", 4) ?? "No one limited";
/** Limit members from the menu on their profile. */
export const noneHint = (): string =>
  translated<string>("limited", 5) ?? "Limit members from the menu on their profile.";
/** End limit */
export const unlimit = (): string =>
  translated<string>("limited", 6) ?? "End limit";
/** End the limit of @{username} */
export const unlimitOf = (p: { username: string | number }): string =>
  translated<string>("limited", 7, p) ?? `End the limit of @${p.username}`;
