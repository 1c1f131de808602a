// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Privacy */
export const title = (): string =>
  translated<string>("settingsPrivacy", 0) ?? "Privacy";
/** Syncflow */
export const syncflow = (): string =>
  translated<string>("settingsPrivacy", 1) ?? "Syncflow";
/** Curator Matrices */
export const matrices = (): string =>
  translated<string>("settingsPrivacy", 2) ?? "Curator Matrices";
/** Allow Syncflow */
export const allow = (): string =>
  translated<string>("settingsPrivacy", 3) ?? "Allow Syncflow";
/** Other users can syncflow with you */
export const allowed = (): string =>
  translated<string>("settingsPrivacy", 4) ?? "Other users can syncflow with you";
/** Other users cannot syncflow with you */
export const notAllowed = (): string =>
  translated<string>("settingsPrivacy", 5) ?? "Other users cannot syncflow with you";
