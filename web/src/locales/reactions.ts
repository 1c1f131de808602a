// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't react. Try again. */
export const couldntReact = (): string =>
  translated<string>("reactions", 0) ?? "Couldn't react. Try again.";
/** Reactions */
export const reactions = (): string =>
  translated<string>("reactions", 1) ?? "Reactions";
