// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Find · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("find", 0, p) ?? `Find · ${p.product}`;
/** FIND */
export const title = (): string =>
  translated<string>("find", 1) ?? "FIND";
/** search a name */
export const searchName = (): string =>
  translated<string>("find", 2) ?? "search a name";
/** Panels */
export const panels = (): string =>
  translated<string>("find", 3) ?? "Panels";
/** Suggested Users */
export const suggested = (): string =>
  translated<string>("find", 4) ?? "Suggested Users";
/** Couldn't load suggestions. */
export const couldntLoadSuggested = (): string =>
  translated<string>("find", 5) ?? "Couldn't load suggestions.";
/** NOOKS */
export const nooksTitle = (): string =>
  translated<string>("find", 6) ?? "NOOKS";
/** homefeed */
export const homefeed = (): string =>
  translated<string>("find", 7) ?? "homefeed";
/** Curators */
export const curators = (): string =>
  translated<string>("find", 8) ?? "Curators";
/** Members who earned the curator badge with their fotos, grids and flows. They shape the nooks. */
export const curatorsHint = (): string =>
  translated<string>("find", 9) ?? "Members who earned the curator badge with their fotos, grids and flows. They shape the nooks.";
/** view the curators */
export const viewCurators = (): string =>
  translated<string>("find", 10) ?? "view the curators";
/** You are the first one here. */
export const noSuggestedHint = (): string =>
  translated<string>("find", 11) ?? "You are the first one here.";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("find", 12) ?? "Post a foto";
