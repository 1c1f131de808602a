// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Next foto */
export const next = (): string =>
  translated<string>("severalFotos", 0) ?? "Next foto";
/** Previous foto */
export const previous = (): string =>
  translated<string>("severalFotos", 1) ?? "Previous foto";
/** Fotos of this post */
export const fotosOfPost = (): string =>
  translated<string>("severalFotos", 2) ?? "Fotos of this post";
/** Foto {number} of {count} */
export const fotoOf = (p: { number: string | number; count: string | number }): string =>
  translated<string>("severalFotos", 3, p) ?? `Foto ${p.number} of ${p.count}`;
