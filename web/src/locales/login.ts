// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Login */
export const title = (): string =>
  translated<string>("login", 0) ?? "Login";
/** Welcome back. */
export const lead = (): string =>
  translated<string>("login", 1) ?? "Welcome back.";
/** Get started */
export const getStarted = (): string =>
  translated<string>("login", 2) ?? "Get started";
/** Login · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("login", 3, p) ?? `Login · ${p.product}`;
/** Forgot your password? */
export const forgot = (): string =>
  translated<string>("login", 4) ?? "Forgot your password?";
