// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** CASES */
export const cases = (): string =>
  translated<string>("moderationTab", 0) ?? "CASES";
