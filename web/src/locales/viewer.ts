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
/** Foto not available */
export const notAvailable = (): string =>
  translated<string>("viewer", 5) ?? "Foto not available";
/** It may have been deleted, or you don't have access. */
export const notAvailableHint = (): string =>
  translated<string>("viewer", 6) ?? "It may have been deleted, or you don't have access.";
/** Back */
export const back = (): string =>
  translated<string>("viewer", 7) ?? "Back";
/** Loading foto */
export const loading = (): string =>
  translated<string>("viewer", 8) ?? "Loading foto";
/** Flick by @{username} */
export const flickBy = (p: { username: string | number }): string =>
  translated<string>("viewer", 9, p) ?? `Flick by @${p.username}`;
/** Foto by @{username} */
export const fotoBy = (p: { username: string | number }): string =>
  translated<string>("viewer", 10, p) ?? `Foto by @${p.username}`;
/** Zoom in */
export const zoomIn = (): string =>
  translated<string>("viewer", 11) ?? "Zoom in";
/** Zoom out */
export const zoomOut = (): string =>
  translated<string>("viewer", 12) ?? "Zoom out";
/** Only the foto */
export const onlyFoto = (): string =>
  translated<string>("viewer", 13) ?? "Only the foto";
/** Share */
export const share = (): string =>
  translated<string>("viewer", 14) ?? "Share";
/** Link copied. */
export const linkCopied = (): string =>
  translated<string>("viewer", 15) ?? "Link copied.";
/** Couldn't copy the link: {url} */
export const couldntCopy = (p: { url: string | number }): string =>
  translated<string>("viewer", 16, p) ?? `Couldn't copy the link: ${p.url}`;
/** Fotos of this post */
export const fotosOfPost = (): string =>
  translated<string>("viewer", 17) ?? "Fotos of this post";
/** Foto {number} of {count} */
export const fotoOf = (p: { number: string | number; count: string | number }): string =>
  translated<string>("viewer", 18, p) ?? `Foto ${p.number} of ${p.count}`;
/** Next foto of this post */
export const nextFoto = (): string =>
  translated<string>("viewer", 19) ?? "Next foto of this post";
/** Previous foto of this post */
export const previousFoto = (): string =>
  translated<string>("viewer", 20) ?? "Previous foto of this post";
