// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Menu */
export const menu = (): string =>
  translated<string>("menu", 0) ?? "Menu";
/** Settings */
export const settings = (): string =>
  translated<string>("menu", 1) ?? "Settings";
/** Keyboard */
export const keyboard = (): string =>
  translated<string>("menu", 2) ?? "Keyboard";
/** Create post */
export const createPost = (): string =>
  translated<string>("menu", 3) ?? "Create post";
/** Fotos */
export const fotos = (): string =>
  translated<string>("menu", 4) ?? "Fotos";
/** Flicks */
export const flicks = (): string =>
  translated<string>("menu", 5) ?? "Flicks";
/** Log out */
export const logOut = (): string =>
  translated<string>("menu", 6) ?? "Log out";
/** Moderation */
export const moderation = (): string =>
  translated<string>("menu", 7) ?? "Moderation";
