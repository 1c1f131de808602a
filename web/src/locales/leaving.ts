// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Leave this page? */
export const title = (): string =>
  translated<string>("leaving", 0) ?? "Leave this page?";
/** Leave */
export const leave = (): string =>
  translated<string>("leaving", 1) ?? "Leave";
/** Stay */
export const stay = (): string =>
  translated<string>("leaving", 2) ?? "Stay";
/** Are you sure you want to leave? Your changes may not be saved. */
export const question = (): string =>
  translated<string>("leaving", 3) ?? "Are you sure you want to leave? Your changes may not be saved.";
