// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Muted members */
export const title = (): string =>
  translated<string>("muted", 0) ?? "Muted members";
/** Their fotos and comments don't reach your walls and notifications. They don't notice. */
export const hint = (): string =>
  translated<string>("muted", 1) ?? "Their fotos and comments don't reach your walls and notifications. They don't notice.";
/** Loading muted members */
export const loading = (): string =>
  translated<string>("muted", 2) ?? "Loading muted members";
/** Couldn't load muted members. */
export const couldntLoad = (): string =>
  translated<string>("muted", 3) ?? "Couldn't load muted members.";
/** No one muted */
export const none = (): string =>
  translated<string>("muted", 4) ?? "No one muted";
/** Mute members from the menu on their profile. */
export const noneHint = (): string =>
  translated<string>("muted", 5) ?? "Mute members from the menu on their profile.";
/** Unmute */
export const unmute = (): string =>
  translated<string>("muted", 6) ?? "Unmute";
/** Unmute @{username} */
export const unmuteOf = (p: { username: string | number }): string =>
  translated<string>("muted", 7, p) ?? `Unmute @${p.username}`;
