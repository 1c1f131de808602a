// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** New terms or rules */
export const title = (): string =>
  translated<string>("acceptance", 0) ?? "New terms or rules";
/** Please read and accept them to post, comment and write messages on {product}. Until then you can read, download your data, log out, or delete your account. */
export const hint = (p: { product: string | number }): string =>
  translated<string>("acceptance", 1, p) ?? `Please read and accept them to post, comment and write messages on ${p.product}. Until then you can read, download your data, log out, or delete your account.`;
/** Accept */
export const accept = (): string =>
  translated<string>("acceptance", 2) ?? "Accept";
/** Later */
export const later = (): string =>
  translated<string>("acceptance", 3) ?? "Later";
/** Accepted. */
export const accepted = (): string =>
  translated<string>("acceptance", 4) ?? "Accepted.";
/** Couldn't save that you accepted. Try again. */
export const couldntAccept = (): string =>
  translated<string>("acceptance", 5) ?? "Couldn't save that you accepted. Try again.";
