// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Show only */
export const showOnly = (): string =>
  translated<string>("feed", 0) ?? "Show only";
/** Only */
export const only = (): string =>
  translated<string>("feed", 1) ?? "Only";
/** No posts to display */
export const empty = (): string =>
  translated<string>("feed", 2) ?? "No posts to display";
/** Choose a nook to fill your feed with fotos. */
export const chooseNookHint = (): string =>
  translated<string>("feed", 3) ?? "Choose a nook to fill your feed with fotos.";
/** Choose your nook */
export const chooseNook = (): string =>
  translated<string>("feed", 4) ?? "Choose your nook";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("feed", 5) ?? "Post a foto";
/** Be the first to post a foto. */
export const firstHint = (): string =>
  translated<string>("feed", 6) ?? "Be the first to post a foto.";
/** Cue posts by you and the people you are in flow with appear here. */
export const cueHint = (): string =>
  translated<string>("feed", 7) ?? "Cue posts by you and the people you are in flow with appear here.";
/** Posts by the curators of your nook appear here. */
export const curatorsHint = (): string =>
  translated<string>("feed", 8) ?? "Posts by the curators of your nook appear here.";
/** Sphere */
export const sphere = (): string =>
  translated<string>("feed", 9) ?? "Sphere";
/** Cue */
export const cue = (): string =>
  translated<string>("feed", 10) ?? "Cue";
/** Couldn't load your feed. */
export const couldntLoad = (): string =>
  translated<string>("feed", 11) ?? "Couldn't load your feed.";
/** Fotos in {nook} */
export const fotosIn = (p: { nook: string | number }): string =>
  translated<string>("feed", 12, p) ?? `Fotos in ${p.nook}`;
/** Curators */
export const curators = (): string =>
  translated<string>("feed", 13) ?? "Curators";
/** Larger fotos */
export const largerFotos = (): string =>
  translated<string>("feed", 14) ?? "Larger fotos";
/** Smaller fotos */
export const smallerFotos = (): string =>
  translated<string>("feed", 15) ?? "Smaller fotos";
/** Quote, filter and size */
export const tools = (): string =>
  translated<string>("feed", 16) ?? "Quote, filter and size";
