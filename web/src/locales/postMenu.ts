// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** More about this foto */
export const more = (): string =>
  translated<string>("postMenu", 0) ?? "More about this foto";
/** Open original */
export const openOriginal = (): string =>
  translated<string>("postMenu", 1) ?? "Open original";
/** Save original */
export const saveOriginal = (): string =>
  translated<string>("postMenu", 2) ?? "Save original";
