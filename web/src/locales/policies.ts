// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** About this server */
export const about = (): string =>
  translated<string>("policies", 0) ?? "About this server";
/** Community rules */
export const rules = (): string =>
  translated<string>("policies", 1) ?? "Community rules";
/** Terms */
export const terms = (): string =>
  translated<string>("policies", 2) ?? "Terms";
/** Privacy */
export const privacy = (): string =>
  translated<string>("policies", 3) ?? "Privacy";
/** Imprint */
export const imprint = (): string =>
  translated<string>("policies", 4) ?? "Imprint";
/** Version {version}, {day} */
export const since = (p: { version: string | number; day: string | number }): string =>
  translated<string>("policies", 5, p) ?? `Version ${p.version}, ${p.day}`;
/** Loading the text */
export const loading = (): string =>
  translated<string>("policies", 6) ?? "Loading the text";
/** Couldn't load the text. */
export const couldntLoad = (): string =>
  translated<string>("policies", 7) ?? "Couldn't load the text.";
