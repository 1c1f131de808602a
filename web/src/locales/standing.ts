// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** You can't post, comment, send requests or messages until {until}. */
export const restricted = (p: { until: string | number }): string =>
  translated<string>("standing", 0, p) ?? `You can't post, comment, send requests or messages until ${p.until}.`;
/** Read why */
export const why = (): string =>
  translated<string>("standing", 1) ?? "Read why";
/** You can't post, comment or write messages until you accept the new terms or rules. */
export const hasToAccept = (): string =>
  translated<string>("standing", 2) ?? "You can't post, comment or write messages until you accept the new terms or rules.";
/** Read and accept */
export const readAndAccept = (): string =>
  translated<string>("standing", 3) ?? "Read and accept";
