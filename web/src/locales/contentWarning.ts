// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Content Warning */
export const title = (): string =>
  translated<string>("contentWarning", 0) ?? "Content Warning";
/** Understood */
export const understood = (): string =>
  translated<string>("contentWarning", 1) ?? "Understood";
/** This type of content is not allowed on our platform. */
export const notAllowed = (): string =>
  translated<string>("contentWarning", 2) ?? "This type of content is not allowed on our platform.";
