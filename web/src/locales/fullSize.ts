// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Full size */
export const title = (): string =>
  translated<string>("fullSize", 0) ?? "Full size";
/** Others see this foto up to {most} pixels wide. You can let everyone who sees it enlarge it to all its {width} × {height} pixels. The file that you uploaded stays yours alone. */
export const isOff = (p: { most: string | number; width: string | number; height: string | number }): string =>
  translated<string>("fullSize", 1, p) ?? `Others see this foto up to ${p.most} pixels wide. You can let everyone who sees it enlarge it to all its ${p.width} × ${p.height} pixels. The file that you uploaded stays yours alone.`;
/** Everyone who sees this foto can enlarge it to all its {width} × {height} pixels. The file that you uploaded stays yours alone. */
export const isOn = (p: { width: string | number; height: string | number }): string =>
  translated<string>("fullSize", 2, p) ?? `Everyone who sees this foto can enlarge it to all its ${p.width} × ${p.height} pixels. The file that you uploaded stays yours alone.`;
/** Allow full size */
export const allow = (): string =>
  translated<string>("fullSize", 3) ?? "Allow full size";
/** Preparing… */
export const allowing = (): string =>
  translated<string>("fullSize", 4) ?? "Preparing…";
/** Full size allowed */
export const allowed = (): string =>
  translated<string>("fullSize", 5) ?? "Full size allowed";
/** Take it back */
export const withdraw = (): string =>
  translated<string>("fullSize", 6) ?? "Take it back";
/** Taking it back… */
export const withdrawing = (): string =>
  translated<string>("fullSize", 7) ?? "Taking it back…";
/** Full size taken back */
export const withdrawn = (): string =>
  translated<string>("fullSize", 8) ?? "Full size taken back";
/** Couldn't change it. Try again. */
export const couldntChange = (): string =>
  translated<string>("fullSize", 9) ?? "Couldn't change it. Try again.";
