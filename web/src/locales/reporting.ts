// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Report this foto */
export const foto = (): string =>
  translated<string>("reporting", 0) ?? "Report this foto";
/** Report this flick */
export const flick = (): string =>
  translated<string>("reporting", 1) ?? "Report this flick";
/** Report this grid */
export const grid = (): string =>
  translated<string>("reporting", 2) ?? "Report this grid";
/** Report this message */
export const message = (): string =>
  translated<string>("reporting", 3) ?? "Report this message";
/** Report profile */
export const profile = (): string =>
  translated<string>("reporting", 4) ?? "Report profile";
/** Report quote */
export const quote = (): string =>
  translated<string>("reporting", 5) ?? "Report quote";
/** Report this name */
export const proposal = (): string =>
  translated<string>("reporting", 6) ?? "Report this name";
/** Also report */
export const also = (): string =>
  translated<string>("reporting", 7) ?? "Also report";
/** Reported */
export const reported = (): string =>
  translated<string>("reporting", 8) ?? "Reported";
