// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Square */
export const square = (): string =>
  translated<string>("editor", 0) ?? "Square";
/** Large */
export const large = (): string =>
  translated<string>("editor", 1) ?? "Large";
/** {name, select, brightness {brightness} contrast {contrast} other {saturation}} */
export const adjustment = (p: { name: "brightness" | "contrast" | (string & {}) }): string =>
  translated<string>("editor", 2, p) ?? (p.name === "brightness" ? "brightness" : p.name === "contrast" ? "contrast" : "saturation");
/** Reset {name, select, brightness {brightness} contrast {contrast} other {saturation}} */
export const reset = (p: { name: "brightness" | "contrast" | (string & {}) }): string =>
  translated<string>("editor", 3, p) ?? `Reset ${(p.name === "brightness" ? "brightness" : p.name === "contrast" ? "contrast" : "saturation")}`;
/** Reset all */
export const resetAll = (): string =>
  translated<string>("editor", 4) ?? "Reset all";
/** {value} percent */
export const percent = (p: { value: string | number }): string =>
  translated<string>("editor", 5, p) ?? `${p.value} percent`;
/** Ratio */
export const ratio = (): string =>
  translated<string>("editor", 6) ?? "Ratio";
/** Rotate */
export const rotate = (): string =>
  translated<string>("editor", 7) ?? "Rotate";
/** Zoom out */
export const zoomOut = (): string =>
  translated<string>("editor", 8) ?? "Zoom out";
/** Zoom in */
export const zoomIn = (): string =>
  translated<string>("editor", 9) ?? "Zoom in";
/** Overlay */
export const overlay = (): string =>
  translated<string>("editor", 10) ?? "Overlay";
/** Reset crop */
export const resetCrop = (): string =>
  translated<string>("editor", 11) ?? "Reset crop";
/** Your foto */
export const yourFoto = (): string =>
  translated<string>("editor", 12) ?? "Your foto";
/** Crop box */
export const cropBox = (): string =>
  translated<string>("editor", 13) ?? "Crop box";
/** Arrow keys move the box, with Shift further. Plus and minus resize it. */
export const cropHelp = (): string =>
  translated<string>("editor", 14) ?? "Arrow keys move the box, with Shift further. Plus and minus resize it.";
/** Keep {shape} */
export const keep = (p: { shape: string | number }): string =>
  translated<string>("editor", 15, p) ?? `Keep ${p.shape}`;
/** {left} from the left, {top} from the top, {wide} wide, {high} high */
export const position = (p: { left: string | number; top: string | number; wide: string | number; high: string | number }): string =>
  translated<string>("editor", 16, p) ?? `${p.left} from the left, ${p.top} from the top, ${p.wide} wide, ${p.high} high`;
/** Foto */
export const foto = (): string =>
  translated<string>("editor", 17) ?? "Foto";
/** Tools */
export const tools = (): string =>
  translated<string>("editor", 18) ?? "Tools";
/** CROP */
export const crop = (): string =>
  translated<string>("editor", 19) ?? "CROP";
/** FILTERS */
export const filters = (): string =>
  translated<string>("editor", 20) ?? "FILTERS";
/** ADJUST */
export const adjust = (): string =>
  translated<string>("editor", 21) ?? "ADJUST";
/** Filter */
export const filter = (): string =>
  translated<string>("editor", 22) ?? "Filter";
/** Original */
export const original = (): string =>
  translated<string>("editor", 23) ?? "Original";
/** Hold to compare */
export const compare = (): string =>
  translated<string>("editor", 24) ?? "Hold to compare";
/** {ratio, select, vertical {vertical} landscape {landscape} other {horizontal}} {name} */
export const shape = (p: { ratio: "vertical" | "landscape" | (string & {}); name: string | number }): string =>
  translated<string>("editor", 25, p) ?? `${(p.ratio === "vertical" ? "vertical" : p.ratio === "landscape" ? "landscape" : "horizontal")} ${p.name}`;
/** {ratio, select, vertical {vertical} landscape {landscape} other {horizontal}} {name}, {word} */
export const namedShape = (p: { ratio: "vertical" | "landscape" | (string & {}); name: string | number; word: string | number }): string =>
  translated<string>("editor", 26, p) ?? `${(p.ratio === "vertical" ? "vertical" : p.ratio === "landscape" ? "landscape" : "horizontal")} ${p.name}, ${p.word}`;
