// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** carousel */
export const carousel = (): string =>
  translated<string>("carousel", 0) ?? "carousel";
/** Open grid {number} */
export const openGrid = (p: { number: string | number }): string =>
  translated<string>("carousel", 1, p) ?? `Open grid ${p.number}`;
/** Fotos in this grid */
export const fotosOfGrid = (): string =>
  translated<string>("carousel", 2) ?? "Fotos in this grid";
/** {thing, select, grid {Turn the grids} other {Turn the fotos}} */
export const turn = (p: { thing: "grid" | (string & {}) }): string =>
  translated<string>("carousel", 3, p) ?? (p.thing === "grid" ? "Turn the grids" : "Turn the fotos");
/** {thing, select, grid {Previous grid} other {Previous foto}} */
export const previous = (p: { thing: "grid" | (string & {}) }): string =>
  translated<string>("carousel", 4, p) ?? (p.thing === "grid" ? "Previous grid" : "Previous foto");
/** {thing, select, grid {Next grid} other {Next foto}} */
export const next = (p: { thing: "grid" | (string & {}) }): string =>
  translated<string>("carousel", 5, p) ?? (p.thing === "grid" ? "Next grid" : "Next foto");
