// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Flicks · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("flicksScreen", 0, p) ?? `Flicks · ${p.product}`;
/** FLICKS */
export const title = (): string =>
  translated<string>("flicksScreen", 1) ?? "FLICKS";
/** Coming Soon! */
export const comingSoon = (): string =>
  translated<string>("flicksScreen", 2) ?? "Coming Soon!";
/** Until then, post a foto. */
export const comingSoonHint = (): string =>
  translated<string>("flicksScreen", 3) ?? "Until then, post a foto.";
/** Back to Feed */
export const backToFeed = (): string =>
  translated<string>("flicksScreen", 4) ?? "Back to Feed";
/** Couldn't load flicks. */
export const couldntLoad = (): string =>
  translated<string>("flicksScreen", 5) ?? "Couldn't load flicks.";
/** Flicks */
export const label = (): string =>
  translated<string>("flicksScreen", 6) ?? "Flicks";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("flicksScreen", 7) ?? "Post a foto";
