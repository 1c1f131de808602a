// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Next foto */
export const next = (): string =>
  translated<string>("severalFotos", 0) ?? "Next foto";
/** Previous foto */
export const previous = (): string =>
  translated<string>("severalFotos", 1) ?? "Previous foto";
