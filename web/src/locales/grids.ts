// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Grids by @{username} */
export const gridsBy = (p: { username: string | number }): string =>
  translated<string>("grids", 0, p) ?? `Grids by @${p.username}`;
/** No grids created yet */
export const empty = (): string =>
  translated<string>("grids", 1) ?? "No grids created yet";
/** When @{username} creates a grid, it appears here. */
export const emptyOf = (p: { username: string | number }): string =>
  translated<string>("grids", 2, p) ?? `When @${p.username} creates a grid, it appears here.`;
/** Back to feed */
export const backToFeed = (): string =>
  translated<string>("grids", 3) ?? "Back to feed";
/** Two or three of your fotos in one frame. */
export const emptyHint = (): string =>
  translated<string>("grids", 4) ?? "Two or three of your fotos in one frame.";
/** Create Grid */
export const create = (): string =>
  translated<string>("grids", 5) ?? "Create Grid";
/** Loading grids */
export const loading = (): string =>
  translated<string>("grids", 6) ?? "Loading grids";
