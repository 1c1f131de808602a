// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Foto not available */
export const title = (): string =>
  translated<string>("notAvailable", 0) ?? "Foto not available";
/** It may have been deleted, or you don't have access. */
export const hint = (): string =>
  translated<string>("notAvailable", 1) ?? "It may have been deleted, or you don't have access.";
/** Back */
export const back = (): string =>
  translated<string>("notAvailable", 2) ?? "Back";
