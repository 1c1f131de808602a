// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** You must be at least {age} years old to use {product}. */
export const age = (p: { age: string | number; product: string | number }): string =>
  translated<string>("terms", 0, p) ?? `You must be at least ${p.age} years old to use ${p.product}.`;
/** Share photographs that are yours to share. What you post stays yours; you let {product} show it to the members you post it to. */
export const sharing = (p: { product: string | number }): string =>
  translated<string>("terms", 1, p) ?? `Share photographs that are yours to share. What you post stays yours; you let ${p.product} show it to the members you post it to.`;
/** Terms and conditions */
export const title = (): string =>
  translated<string>("terms", 2) ?? "Terms and conditions";
/** Understood */
export const understood = (): string =>
  translated<string>("terms", 3) ?? "Understood";
/** Nudity, harassment and hate have no place here. Photos are checked before they are published. */
export const rules = (): string =>
  translated<string>("terms", 4) ?? "Nudity, harassment and hate have no place here. Photos are checked before they are published.";
/** You may delete your account at any time, and everything that belongs to it goes with it. */
export const deletion = (): string =>
  translated<string>("terms", 5) ?? "You may delete your account at any time, and everything that belongs to it goes with it.";
