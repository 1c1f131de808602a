// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Welcome to {product} */
export const title = (p: { product: string | number }): string =>
  translated<string>("welcome", 0, p) ?? `Welcome to ${p.product}`;
/** CONNECT */
export const connect = (): string =>
  translated<string>("welcome", 1) ?? "CONNECT";
/** SHARE */
export const share = (): string =>
  translated<string>("welcome", 2) ?? "SHARE";
/** THRIVE */
export const thrive = (): string =>
  translated<string>("welcome", 3) ?? "THRIVE";
/** Welcome · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("welcome", 4, p) ?? `Welcome · ${p.product}`;
/** MEET PEOPLE WORLDWIDE */
export const meet = (): string =>
  translated<string>("welcome", 5) ?? "MEET PEOPLE WORLDWIDE";
/** To your feed */
export const toFeed = (): string =>
  translated<string>("welcome", 6) ?? "To your feed";
