// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Loading flicks */
export const loadingFlicks = (): string =>
  translated<string>("posts", 0) ?? "Loading flicks";
/** Foto by @{username} */
export const fotoBy = (p: { username: string | number }): string =>
  translated<string>("posts", 1, p) ?? `Foto by @${p.username}`;
/** Couldn't load these posts. */
export const couldntLoad = (): string =>
  translated<string>("posts", 2) ?? "Couldn't load these posts.";
/** Loading fotos */
export const loadingFotos = (): string =>
  translated<string>("posts", 3) ?? "Loading fotos";
/** edited */
export const edited = (): string =>
  translated<string>("posts", 4) ?? "edited";
