// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Your account is suspended until {until}. */
export const until = (p: { until: string | number }): string =>
  translated<string>("suspended", 0, p) ?? `Your account is suspended until ${p.until}.`;
/** Your account is suspended without an end. */
export const forever = (): string =>
  translated<string>("suspended", 1) ?? "Your account is suspended without an end.";
/** Read why, or appeal */
export const why = (): string =>
  translated<string>("suspended", 2) ?? "Read why, or appeal";
/** Your account is suspended */
export const title = (): string =>
  translated<string>("suspended", 3) ?? "Your account is suspended";
/** Suspended · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("suspended", 4, p) ?? `Suspended · ${p.product}`;
/** Here is what moderators decided, and why. You can appeal each decision once. */
export const lead = (): string =>
  translated<string>("suspended", 5) ?? "Here is what moderators decided, and why. You can appeal each decision once.";
/** LOGIN */
export const login = (): string =>
  translated<string>("suspended", 6) ?? "LOGIN";
/** This link is not complete */
export const incomplete = (): string =>
  translated<string>("suspended", 7) ?? "This link is not complete";
/** Open it again from your email or from the login, or copy it whole. */
export const incompleteHint = (): string =>
  translated<string>("suspended", 8) ?? "Open it again from your email or from the login, or copy it whole.";
/** To the login */
export const toLogin = (): string =>
  translated<string>("suspended", 9) ?? "To the login";
/** Your account is suspended. Our email to you says why, and how to appeal. */
export const byProvider = (): string =>
  translated<string>("suspended", 10) ?? "Your account is suspended. Our email to you says why, and how to appeal.";
