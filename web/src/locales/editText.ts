// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Saving… */
export const saving = (): string =>
  translated<string>("editText", 0) ?? "Saving…";
