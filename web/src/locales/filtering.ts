// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Filtered: {word} */
export const filtered = (p: { word: string | number }): string =>
  translated<string>("filtering", 0, p) ?? `Filtered: ${p.word}`;
/** Show */
export const show = (): string =>
  translated<string>("filtering", 1) ?? "Show";
