// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Create · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("create", 0, p) ?? `Create · ${p.product}`;
/** CREATE */
export const title = (): string =>
  translated<string>("create", 1) ?? "CREATE";
/** Your Activity */
export const activity = (): string =>
  translated<string>("create", 2) ?? "Your Activity";
/** Create Grid */
export const createGrid = (): string =>
  translated<string>("create", 3) ?? "Create Grid";
/** Two or three of your fotos in one frame. */
export const createGridHint = (): string =>
  translated<string>("create", 4) ?? "Two or three of your fotos in one frame.";
/** Premium Effects */
export const effects = (): string =>
  translated<string>("create", 5) ?? "Premium Effects";
/** Locked */
export const locked = (): string =>
  translated<string>("create", 6) ?? "Locked";
/** FEED */
export const feed = (): string =>
  translated<string>("create", 7) ?? "FEED";
/** Video Posts Coming Soon! */
export const videoComingSoon = (): string =>
  translated<string>("create", 8) ?? "Video Posts Coming Soon!";
/** Until then, post a foto. */
export const videoHint = (): string =>
  translated<string>("create", 9) ?? "Until then, post a foto.";
/** Back to Feed */
export const backToFeed = (): string =>
  translated<string>("create", 10) ?? "Back to Feed";
/** Coming soon */
export const comingSoon = (): string =>
  translated<string>("create", 11) ?? "Coming soon";
