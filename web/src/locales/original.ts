// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Open original */
export const open = (): string =>
  translated<string>("original", 0) ?? "Open original";
/** Save original */
export const save = (): string =>
  translated<string>("original", 1) ?? "Save original";
