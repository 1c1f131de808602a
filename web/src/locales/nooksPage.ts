// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Choose your nook */
export const title = (): string =>
  translated<string>("nooksPage", 0) ?? "Choose your nook";
/** It decides what you see first. */
export const lead = (): string =>
  translated<string>("nooksPage", 1) ?? "It decides what you see first.";
/** Nooks · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("nooksPage", 2, p) ?? `Nooks · ${p.product}`;
/** CANNOT CHANGE NOOK FOR 7 DAYS */
export const locked = (): string =>
  translated<string>("nooksPage", 3) ?? "CANNOT CHANGE NOOK FOR 7 DAYS";
/** Your curator status and progress will be reset. */
export const resets = (): string =>
  translated<string>("nooksPage", 4) ?? "Your curator status and progress will be reset.";
/** {count, plural, one {# day left} other {# days left}} · Back to feed */
export const daysLeft = (p: { count: number }): string =>
  translated<string>("nooksPage", 5, p) ?? `${(p.count === 1 ? `${formatNumber(p.count)} day left` : `${formatNumber(p.count)} days left`)} · Back to feed`;
/** DONE */
export const done = (): string =>
  translated<string>("nooksPage", 6) ?? "DONE";
/** Failed to update nook: {error} */
export const couldntUpdate = (p: { error: string | number }): string =>
  translated<string>("nooksPage", 7, p) ?? `Failed to update nook: ${p.error}`;
/** Try again. */
export const tryAgainHint = (): string =>
  translated<string>("nooksPage", 8) ?? "Try again.";
