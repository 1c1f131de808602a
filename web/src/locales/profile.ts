// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Failed to update profile image. Please try again. */
export const couldntChangePhoto = (): string =>
  translated<string>("profile", 0) ?? "Failed to update profile image. Please try again.";
/** Change photo */
export const changePhoto = (): string =>
  translated<string>("profile", 1) ?? "Change photo";
/** Profile photo file */
export const photoFile = (): string =>
  translated<string>("profile", 2) ?? "Profile photo file";
/** Crop photo */
export const cropPhoto = (): string =>
  translated<string>("profile", 3) ?? "Crop photo";
/** Move the box. Others see what is in the circle. */
export const cropPhotoHint = (): string =>
  translated<string>("profile", 4) ?? "Move the box. Others see what is in the circle.";
/** Loading photo */
export const loadingPhoto = (): string =>
  translated<string>("profile", 5) ?? "Loading photo";
/** Use photo */
export const usePhoto = (): string =>
  translated<string>("profile", 6) ?? "Use photo";
/** No file selected or user not found */
export const noFile = (): string =>
  translated<string>("profile", 7) ?? "No file selected or user not found";
/** Image size must be less than 5MB */
export const photoTooLarge = (): string =>
  translated<string>("profile", 8) ?? "Image size must be less than 5MB";
/** Couldn't open the conversation. Try again. */
export const couldntOpenConversation = (): string =>
  translated<string>("profile", 9) ?? "Couldn't open the conversation. Try again.";
/** Message */
export const message = (): string =>
  translated<string>("profile", 10) ?? "Message";
/** Block */
export const block = (): string =>
  translated<string>("profile", 11) ?? "Block";
/** Back to feed */
export const backToFeed = (): string =>
  translated<string>("profile", 12) ?? "Back to feed";
/** Curator */
export const curator = (): string =>
  translated<string>("profile", 13) ?? "Curator";
/** Profile */
export const profile = (): string =>
  translated<string>("profile", 14) ?? "Profile";
/** Loading profile */
export const loading = (): string =>
  translated<string>("profile", 15) ?? "Loading profile";
/** Posts */
export const walls = (): string =>
  translated<string>("profile", 16) ?? "Posts";
/** FOTOS */
export const fotos = (): string =>
  translated<string>("profile", 17) ?? "FOTOS";
/** GRIDS */
export const grids = (): string =>
  translated<string>("profile", 18) ?? "GRIDS";
/** FLICKS */
export const flicks = (): string =>
  translated<string>("profile", 19) ?? "FLICKS";
/** Couldn't load these posts. */
export const couldntLoadWall = (): string =>
  translated<string>("profile", 20) ?? "Couldn't load these posts.";
/** Post your first foto. */
export const firstFotoHint = (): string =>
  translated<string>("profile", 21) ?? "Post your first foto.";
/** When @{username} posts a foto, it appears here. */
export const othersFotoHint = (p: { username: string | number }): string =>
  translated<string>("profile", 22, p) ?? `When @${p.username} posts a foto, it appears here.`;
/** Fotos by @{username} */
export const fotosBy = (p: { username: string | number }): string =>
  translated<string>("profile", 23, p) ?? `Fotos by @${p.username}`;
/** No photos uploaded yet */
export const noFotos = (): string =>
  translated<string>("profile", 24) ?? "No photos uploaded yet";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("profile", 25) ?? "Post a foto";
/** Flicks by @{username} */
export const flicksBy = (p: { username: string | number }): string =>
  translated<string>("profile", 26, p) ?? `Flicks by @${p.username}`;
/** No flicks yet */
export const noFlicks = (): string =>
  translated<string>("profile", 27) ?? "No flicks yet";
/** Coming Soon! */
export const flicksSoon = (): string =>
  translated<string>("profile", 28) ?? "Coming Soon!";
/** Couldn't load this profile. */
export const couldntLoad = (): string =>
  translated<string>("profile", 29) ?? "Couldn't load this profile.";
/** Profile not found */
export const notFound = (): string =>
  translated<string>("profile", 30) ?? "Profile not found";
/** create */
export const create = (): string =>
  translated<string>("profile", 31) ?? "create";
/** More about @{username} */
export const more = (p: { username: string | number }): string =>
  translated<string>("profile", 32, p) ?? `More about @${p.username}`;
/** Message @{username} */
export const messageTo = (p: { username: string | number }): string =>
  translated<string>("profile", 33, p) ?? `Message @${p.username}`;
/** {count, plural, one {# foto} other {# fotos}} */
export const fotoCount = (p: { count: number }): string =>
  translated<string>("profile", 34, p) ?? (p.count === 1 ? `${formatNumber(p.count)} foto` : `${formatNumber(p.count)} fotos`);
/** {count, plural, one {# grid} other {# grids}} */
export const gridCount = (p: { count: number }): string =>
  translated<string>("profile", 35, p) ?? (p.count === 1 ? `${formatNumber(p.count)} grid` : `${formatNumber(p.count)} grids`);
/** {count, plural, one {# flow} other {# flows}} */
export const flowCount = (p: { count: number }): string =>
  translated<string>("profile", 36, p) ?? (p.count === 1 ? `${formatNumber(p.count)} flow` : `${formatNumber(p.count)} flows`);
