// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Mute */
export const mute = (): string =>
  translated<string>("muting", 0) ?? "Mute";
/** Unmute */
export const unmute = (): string =>
  translated<string>("muting", 1) ?? "Unmute";
/** Muted @{username}. They don't notice. */
export const muted = (p: { username: string | number }): string =>
  translated<string>("muting", 2, p) ?? `Muted @${p.username}. They don't notice.`;
/** Unmuted @{username}. */
export const unmuted = (p: { username: string | number }): string =>
  translated<string>("muting", 3, p) ?? `Unmuted @${p.username}.`;
