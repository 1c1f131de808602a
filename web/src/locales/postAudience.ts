// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Show in the sphere? */
export const title = (): string =>
  translated<string>("postAudience", 0) ?? "Show in the sphere?";
/** Every member will see this foto and its comments. It keeps its nook and its date. Grids with it are shown too, unless another of their fotos is in your cue. */
export const consequence = (): string =>
  translated<string>("postAudience", 1) ?? "Every member will see this foto and its comments. It keeps its nook and its date. Grids with it are shown too, unless another of their fotos is in your cue.";
/** Show in the sphere */
export const show = (): string =>
  translated<string>("postAudience", 2) ?? "Show in the sphere";
/** One moment… */
export const showing = (): string =>
  translated<string>("postAudience", 3) ?? "One moment…";
/** Every member can see your foto now. */
export const shown = (): string =>
  translated<string>("postAudience", 4) ?? "Every member can see your foto now.";
/** Couldn't show your foto in the sphere. Try again. */
export const couldntShow = (): string =>
  translated<string>("postAudience", 5) ?? "Couldn't show your foto in the sphere. Try again.";
