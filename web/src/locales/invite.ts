// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Invite people */
export const invite = (): string =>
  translated<string>("invite", 0) ?? "Invite people";
/** Invite people to {product} */
export const title = (p: { product: string | number }): string =>
  translated<string>("invite", 1, p) ?? `Invite people to ${p.product}`;
/** Send this link, or let someone scan the code with their camera. It leads to the sign-up. */
export const hint = (): string =>
  translated<string>("invite", 2) ?? "Send this link, or let someone scan the code with their camera. It leads to the sign-up.";
/** QR code of the link */
export const code = (): string =>
  translated<string>("invite", 3) ?? "QR code of the link";
/** Link */
export const link = (): string =>
  translated<string>("invite", 4) ?? "Link";
/** Copy link */
export const copy = (): string =>
  translated<string>("invite", 5) ?? "Copy link";
/** Share */
export const share = (): string =>
  translated<string>("invite", 6) ?? "Share";
/** Close */
export const close = (): string =>
  translated<string>("invite", 7) ?? "Close";
