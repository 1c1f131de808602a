// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't log out. Try again. */
export const couldntLogOut = (): string =>
  translated<string>("session", 0) ?? "Couldn't log out. Try again.";
