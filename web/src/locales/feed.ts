// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Show only */
export const showOnly = (): string =>
  translated<string>("feed", 0) ?? "Show only";
/** Only */
export const only = (): string =>
  translated<string>("feed", 1) ?? "Only";
/** Sphere */
export const sphere = (): string =>
  translated<string>("feed", 2) ?? "Sphere";
/** Cue */
export const cue = (): string =>
  translated<string>("feed", 3) ?? "Cue";
/** Couldn't load your feed. */
export const couldntLoad = (): string =>
  translated<string>("feed", 4) ?? "Couldn't load your feed.";
/** Fotos in {nook} */
export const fotosIn = (p: { nook: string | number }): string =>
  translated<string>("feed", 5, p) ?? `Fotos in ${p.nook}`;
/** Curators */
export const curators = (): string =>
  translated<string>("feed", 6) ?? "Curators";
/** Larger fotos */
export const largerFotos = (): string =>
  translated<string>("feed", 7) ?? "Larger fotos";
/** Smaller fotos */
export const smallerFotos = (): string =>
  translated<string>("feed", 8) ?? "Smaller fotos";
/** Quote, filter and size */
export const tools = (): string =>
  translated<string>("feed", 9) ?? "Quote, filter and size";
