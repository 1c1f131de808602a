// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't load this foto. */
export const couldntLoad = (): string =>
  translated<string>("viewer", 0) ?? "Couldn't load this foto.";
/** Foto */
export const foto = (): string =>
  translated<string>("viewer", 1) ?? "Foto";
/** Newer foto */
export const newer = (): string =>
  translated<string>("viewer", 2) ?? "Newer foto";
/** Older foto */
export const older = (): string =>
  translated<string>("viewer", 3) ?? "Older foto";
/** Couldn't load reactions. */
export const couldntLoadReactions = (): string =>
  translated<string>("viewer", 4) ?? "Couldn't load reactions.";
/** Loading foto */
export const loading = (): string =>
  translated<string>("viewer", 5) ?? "Loading foto";
/** Flick by @{username} */
export const flickBy = (p: { username: string | number }): string =>
  translated<string>("viewer", 6, p) ?? `Flick by @${p.username}`;
/** Foto by @{username} */
export const fotoBy = (p: { username: string | number }): string =>
  translated<string>("viewer", 7, p) ?? `Foto by @${p.username}`;
/** Zoom in */
export const zoomIn = (): string =>
  translated<string>("viewer", 8) ?? "Zoom in";
/** Zoom out */
export const zoomOut = (): string =>
  translated<string>("viewer", 9) ?? "Zoom out";
/** Only the foto */
export const onlyFoto = (): string =>
  translated<string>("viewer", 10) ?? "Only the foto";
/** Share */
export const share = (): string =>
  translated<string>("viewer", 11) ?? "Share";
/** Link copied. */
export const linkCopied = (): string =>
  translated<string>("viewer", 12) ?? "Link copied.";
/** Couldn't copy the link: {url} */
export const couldntCopy = (p: { url: string | number }): string =>
  translated<string>("viewer", 13, p) ?? `Couldn't copy the link: ${p.url}`;
/** Next foto */
export const nextFoto = (): string =>
  translated<string>("viewer", 14) ?? "Next foto";
/** Previous foto */
export const previousFoto = (): string =>
  translated<string>("viewer", 15) ?? "Previous foto";
