// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Cue · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("cue", 0, p) ?? `Cue · ${p.product}`;
/** CUE */
export const title = (): string =>
  translated<string>("cue", 1) ?? "CUE";
/** Back to feed */
export const backToFeed = (): string =>
  translated<string>("cue", 2) ?? "Back to feed";
/** Search users to cue... */
export const searchPlaceholder = (): string =>
  translated<string>("cue", 3) ?? "Search users to cue...";
/** Cue */
export const label = (): string =>
  translated<string>("cue", 4) ?? "Cue";
/** MEDIA */
export const media = (): string =>
  translated<string>("cue", 5) ?? "MEDIA";
/** CUES */
export const cues = (): string =>
  translated<string>("cue", 6) ?? "CUES";
/** BLOCKED */
export const blocked = (): string =>
  translated<string>("cue", 7) ?? "BLOCKED";
/** Couldn't load your cue. */
export const couldntLoad = (): string =>
  translated<string>("cue", 8) ?? "Couldn't load your cue.";
/** Fotos in your cue */
export const fotos = (): string =>
  translated<string>("cue", 9) ?? "Fotos in your cue";
/** No posts yet */
export const noPosts = (): string =>
  translated<string>("cue", 10) ?? "No posts yet";
/** Posts to the cue by you and your cues appear here. */
export const noPostsHint = (): string =>
  translated<string>("cue", 11) ?? "Posts to the cue by you and your cues appear here.";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("cue", 12) ?? "Post a foto";
/** No sync flow connections yet */
export const noCues = (): string =>
  translated<string>("cue", 13) ?? "No sync flow connections yet";
/** Find people whose fotos you like, and syncflow. */
export const noCuesHint = (): string =>
  translated<string>("cue", 14) ?? "Find people whose fotos you like, and syncflow.";
/** Find people */
export const findPeople = (): string =>
  translated<string>("cue", 15) ?? "Find people";
/** No one blocked */
export const noneBlocked = (): string =>
  translated<string>("cue", 16) ?? "No one blocked";
/** People you block appear here. */
export const noneBlockedHint = (): string =>
  translated<string>("cue", 17) ?? "People you block appear here.";
/** Unblock */
export const unblock = (): string =>
  translated<string>("cue", 18) ?? "Unblock";
