// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Sphere · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("sphere", 0, p) ?? `Sphere · ${p.product}`;
/** SPHERE */
export const title = (): string =>
  translated<string>("sphere", 1) ?? "SPHERE";
/** Back to feed */
export const backToFeed = (): string =>
  translated<string>("sphere", 2) ?? "Back to feed";
/** Sphere */
export const label = (): string =>
  translated<string>("sphere", 3) ?? "Sphere";
/** FOTOS */
export const fotos = (): string =>
  translated<string>("sphere", 4) ?? "FOTOS";
/** FLICKS */
export const flicks = (): string =>
  translated<string>("sphere", 5) ?? "FLICKS";
/** Curators */
export const curators = (): string =>
  translated<string>("sphere", 6) ?? "Curators";
/** Couldn't load the curators. */
export const couldntLoadCurators = (): string =>
  translated<string>("sphere", 7) ?? "Couldn't load the curators.";
/** See more */
export const seeMore = (): string =>
  translated<string>("sphere", 8) ?? "See more";
/** No curators yet */
export const noCurators = (): string =>
  translated<string>("sphere", 9) ?? "No curators yet";
/** Couldn't load the sphere. */
export const couldntLoad = (): string =>
  translated<string>("sphere", 10) ?? "Couldn't load the sphere.";
/** No flicks yet */
export const noFlicks = (): string =>
  translated<string>("sphere", 11) ?? "No flicks yet";
/** Video Posts Coming Soon! */
export const noFlicksHint = (): string =>
  translated<string>("sphere", 12) ?? "Video Posts Coming Soon!";
/** See the fotos */
export const seeFotos = (): string =>
  translated<string>("sphere", 13) ?? "See the fotos";
/** No posts yet */
export const noPosts = (): string =>
  translated<string>("sphere", 14) ?? "No posts yet";
/** Posts to the sphere appear here. */
export const noPostsHint = (): string =>
  translated<string>("sphere", 15) ?? "Posts to the sphere appear here.";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("sphere", 16) ?? "Post a foto";
/** Flicks in the sphere */
export const flicksIn = (): string =>
  translated<string>("sphere", 17) ?? "Flicks in the sphere";
/** Fotos in the sphere */
export const fotosIn = (): string =>
  translated<string>("sphere", 18) ?? "Fotos in the sphere";
