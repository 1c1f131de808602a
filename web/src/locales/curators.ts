// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Curators · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("curators", 0, p) ?? `Curators · ${p.product}`;
/** CURATORS */
export const title = (): string =>
  translated<string>("curators", 1) ?? "CURATORS";
/** Feed */
export const feed = (): string =>
  translated<string>("curators", 2) ?? "Feed";
/** Curators */
export const label = (): string =>
  translated<string>("curators", 3) ?? "Curators";
/** FOTOS */
export const fotos = (): string =>
  translated<string>("curators", 4) ?? "FOTOS";
/** FLICKS */
export const flicks = (): string =>
  translated<string>("curators", 5) ?? "FLICKS";
/** Couldn't load the curators. */
export const couldntLoad = (): string =>
  translated<string>("curators", 6) ?? "Couldn't load the curators.";
/** No curators yet */
export const empty = (): string =>
  translated<string>("curators", 7) ?? "No curators yet";
/** 120 fotos, 30 grids and 250 flows earn the badge. */
export const emptyHint = (): string =>
  translated<string>("curators", 8) ?? "120 fotos, 30 grids and 250 flows earn the badge.";
/** Your progress */
export const yourProgress = (): string =>
  translated<string>("curators", 9) ?? "Your progress";
/** Loading curators */
export const loading = (): string =>
  translated<string>("curators", 10) ?? "Loading curators";
/** No flicks yet */
export const noFlicks = (): string =>
  translated<string>("curators", 11) ?? "No flicks yet";
/** Video Posts Coming Soon! */
export const noFlicksHint = (): string =>
  translated<string>("curators", 12) ?? "Video Posts Coming Soon!";
/** See the fotos */
export const seeFotos = (): string =>
  translated<string>("curators", 13) ?? "See the fotos";
/** No posts yet */
export const noPosts = (): string =>
  translated<string>("curators", 14) ?? "No posts yet";
/** Posts by your nook's curators appear here. */
export const noPostsHint = (): string =>
  translated<string>("curators", 15) ?? "Posts by your nook's curators appear here.";
/** See the sphere */
export const seeSphere = (): string =>
  translated<string>("curators", 16) ?? "See the sphere";
/** Flicks by curators */
export const flicksBy = (): string =>
  translated<string>("curators", 17) ?? "Flicks by curators";
/** Fotos by curators */
export const fotosBy = (): string =>
  translated<string>("curators", 18) ?? "Fotos by curators";
