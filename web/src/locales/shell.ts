// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Menu */
export const menu = (): string =>
  translated<string>("shell", 0) ?? "Menu";
/** Main */
export const main = (): string =>
  translated<string>("shell", 1) ?? "Main";
/** FIND */
export const find = (): string =>
  translated<string>("shell", 2) ?? "FIND";
/** FOTOS */
export const fotos = (): string =>
  translated<string>("shell", 3) ?? "FOTOS";
/** New foto */
export const newFoto = (): string =>
  translated<string>("shell", 4) ?? "New foto";
/** FLICKS */
export const flicks = (): string =>
  translated<string>("shell", 5) ?? "FLICKS";
/** Coming Soon! */
export const comingSoon = (): string =>
  translated<string>("shell", 6) ?? "Coming Soon!";
/** INTEXTED */
export const intexted = (): string =>
  translated<string>("shell", 7) ?? "INTEXTED";
/** Your profile */
export const yourProfile = (): string =>
  translated<string>("shell", 8) ?? "Your profile";
/** Skip to content */
export const skip = (): string =>
  translated<string>("shell", 9) ?? "Skip to content";
/** Related pages */
export const fromHere = (): string =>
  translated<string>("shell", 10) ?? "Related pages";
/** SPHERE */
export const sphere = (): string =>
  translated<string>("shell", 11) ?? "SPHERE";
/** CUE */
export const cue = (): string =>
  translated<string>("shell", 12) ?? "CUE";
