// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

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
/** Loading invitations */
export const loading = (): string =>
  translated<string>("invite", 8) ?? "Loading invitations";
/** Couldn't load your invitations. */
export const couldntLoad = (): string =>
  translated<string>("invite", 9) ?? "Couldn't load your invitations.";
/** New members can't sign up at the moment. */
export const closed = (): string =>
  translated<string>("invite", 10) ?? "New members can't sign up at the moment.";
/** You can't invite anyone at the moment. */
export const none = (): string =>
  translated<string>("invite", 11) ?? "You can't invite anyone at the moment.";
/** How many people */
export const howMany = (): string =>
  translated<string>("invite", 12) ?? "How many people";
/** Make a link */
export const make = (): string =>
  translated<string>("invite", 13) ?? "Make a link";
/** Making a link */
export const making = (): string =>
  translated<string>("invite", 14) ?? "Making a link";
/** Couldn't make a link. */
export const couldntMake = (): string =>
  translated<string>("invite", 15) ?? "Couldn't make a link.";
/** You can invite {count, plural, one {# more person} other {# more people}}. */
export const left = (p: { count: number }): string =>
  translated<string>("invite", 16, p) ?? `You can invite ${(p.count === 1 ? `${formatNumber(p.count)} more person` : `${formatNumber(p.count)} more people`)}.`;
/** {uses} of {most} joined, until {until} */
export const used = (p: { uses: string | number; most: string | number; until: string | number }): string =>
  translated<string>("invite", 17, p) ?? `${p.uses} of ${p.most} joined, until ${p.until}`;
/** {uses} of {most} joined, no longer valid */
export const over = (p: { uses: string | number; most: string | number }): string =>
  translated<string>("invite", 18, p) ?? `${p.uses} of ${p.most} joined, no longer valid`;
/** Revoke */
export const revoke = (): string =>
  translated<string>("invite", 19) ?? "Revoke";
/** Link revoked. */
export const revoked = (): string =>
  translated<string>("invite", 20) ?? "Link revoked.";
/** Couldn't revoke the link. */
export const couldntRevoke = (): string =>
  translated<string>("invite", 21) ?? "Couldn't revoke the link.";
/** Your links */
export const yours = (): string =>
  translated<string>("invite", 22) ?? "Your links";
