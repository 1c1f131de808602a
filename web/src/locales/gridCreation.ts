// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** No photos uploaded yet */
export const noFotos = (): string =>
  translated<string>("gridCreation", 0) ?? "No photos uploaded yet";
/** You make grids from fotos you have posted. */
export const noFotosHint = (): string =>
  translated<string>("gridCreation", 1) ?? "You make grids from fotos you have posted.";
/** Post a foto */
export const postFoto = (): string =>
  translated<string>("gridCreation", 2) ?? "Post a foto";
/** Your fotos */
export const yourFotos = (): string =>
  translated<string>("gridCreation", 3) ?? "Your fotos";
/** Foto */
export const foto = (): string =>
  translated<string>("gridCreation", 4) ?? "Foto";
/** Layout */
export const layout = (): string =>
  translated<string>("gridCreation", 5) ?? "Layout";
/** Failed to create grid. Please try again. */
export const couldntCreate = (): string =>
  translated<string>("gridCreation", 6) ?? "Failed to create grid. Please try again.";
/** Grid created. */
export const created = (): string =>
  translated<string>("gridCreation", 7) ?? "Grid created.";
/** Maximum {count} images can be selected */
export const atMost = (p: { count: string | number }): string =>
  translated<string>("gridCreation", 8, p) ?? `Maximum ${p.count} images can be selected`;
/** Maximum {count} landscape images allowed */
export const atMostLandscape = (p: { count: string | number }): string =>
  translated<string>("gridCreation", 9, p) ?? `Maximum ${p.count} landscape images allowed`;
/** 3 vertical fotos */
export const threeVertical = (): string =>
  translated<string>("gridCreation", 10) ?? "3 vertical fotos";
/** 2 landscape fotos */
export const twoLandscape = (): string =>
  translated<string>("gridCreation", 11) ?? "2 landscape fotos";
/** 3 horizontal fotos, or 2 horizontal and 1 vertical */
export const mixed = (): string =>
  translated<string>("gridCreation", 12) ?? "3 horizontal fotos, or 2 horizontal and 1 vertical";
/** {layout} takes {kind, select, vertical {3 vertical fotos} landscape {2 landscape fotos} other {3 horizontal fotos, or 2 horizontal and 1 vertical}}. */
export const takesKind = (p: { layout: string | number; kind: "vertical" | "landscape" | (string & {}) }): string =>
  translated<string>("gridCreation", 13, p) ?? `${p.layout} takes ${(p.kind === "vertical" ? "3 vertical fotos" : p.kind === "landscape" ? "2 landscape fotos" : "3 horizontal fotos, or 2 horizontal and 1 vertical")}.`;
/** These fotos go into {layouts}. */
export const goInto = (p: { layouts: string | number }): string =>
  translated<string>("gridCreation", 14, p) ?? `These fotos go into ${p.layouts}.`;
/** {name}, number {number}, {ratio} */
export const picked = (p: { name: string | number; number: string | number; ratio: string | number }): string =>
  translated<string>("gridCreation", 15, p) ?? `${p.name}, number ${p.number}, ${p.ratio}`;
/** {name}, {ratio} */
export const pickable = (p: { name: string | number; ratio: string | number }): string =>
  translated<string>("gridCreation", 16, p) ?? `${p.name}, ${p.ratio}`;
/** {ratio, select, vertical {vertical} landscape {landscape} other {horizontal}} */
export const ratio = (p: { ratio: "vertical" | "landscape" | (string & {}) }): string =>
  translated<string>("gridCreation", 17, p) ?? (p.ratio === "vertical" ? "vertical" : p.ratio === "landscape" ? "landscape" : "horizontal");
/** Create Grid · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("gridCreation", 18, p) ?? `Create Grid · ${p.product}`;
/** Back to create */
export const backToCreate = (): string =>
  translated<string>("gridCreation", 19) ?? "Back to create";
/** Create Grid */
export const title = (): string =>
  translated<string>("gridCreation", 20) ?? "Create Grid";
/** Choose a layout first. */
export const chooseLayout = (): string =>
  translated<string>("gridCreation", 21) ?? "Choose a layout first.";
/** The grid is complete. */
export const isComplete = (): string =>
  translated<string>("gridCreation", 22) ?? "The grid is complete.";
/** Clear */
export const clear = (): string =>
  translated<string>("gridCreation", 23) ?? "Clear";
/** Couldn't load your fotos. */
export const couldntLoad = (): string =>
  translated<string>("gridCreation", 24) ?? "Couldn't load your fotos.";
