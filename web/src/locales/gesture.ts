// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Delete conversation */
export const title = (): string =>
  translated<string>("gesture", 0) ?? "Delete conversation";
/** Delete without drawing */
export const withoutDrawing = (): string =>
  translated<string>("gesture", 1) ?? "Delete without drawing";
/** Draw an X to delete the conversation */
export const draw = (): string =>
  translated<string>("gesture", 2) ?? "Draw an X to delete the conversation";
/** Draw it in one stroke. */
export const hint = (): string =>
  translated<string>("gesture", 3) ?? "Draw it in one stroke.";
/** Pad for the conversation with {name} */
export const pad = (p: { name: string | number }): string =>
  translated<string>("gesture", 4, p) ?? `Pad for the conversation with ${p.name}`;
