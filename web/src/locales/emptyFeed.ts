// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** No posts to display */
export const empty = (): string =>
  translated<string>("emptyFeed", 0) ?? "No posts to display";
/** Choose a nook to fill your feed with fotos. */
export const chooseNookHint = (): string =>
  translated<string>("emptyFeed", 1) ?? "Choose a nook to fill your feed with fotos.";
/** Choose your nook */
export const chooseNook = (): string =>
  translated<string>("emptyFeed", 2) ?? "Choose your nook";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("emptyFeed", 3) ?? "Post a foto";
/** Be the first to post a foto. */
export const firstHint = (): string =>
  translated<string>("emptyFeed", 4) ?? "Be the first to post a foto.";
/** Cue posts by you and the people you are in flow with appear here. */
export const cueHint = (): string =>
  translated<string>("emptyFeed", 5) ?? "Cue posts by you and the people you are in flow with appear here.";
/** Posts by the curators of your nook appear here. */
export const curatorsHint = (): string =>
  translated<string>("emptyFeed", 6) ?? "Posts by the curators of your nook appear here.";
/** This is how it looks here when people post. */
export const fullWall = (): string =>
  translated<string>("emptyFeed", 7) ?? "This is how it looks here when people post.";
