// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** A bit of everything, at random */
export const randomized = (): string =>
  translated<string>("nooks", 0) ?? "A bit of everything, at random";
/** Places, weather, long light */
export const scenic = (): string =>
  translated<string>("nooks", 1) ?? "Places, weather, long light";
/** People, tables, days */
export const lifestyle = (): string =>
  translated<string>("nooks", 2) ?? "People, tables, days";
/** Shaped by curators */
export const shaped = (): string =>
  translated<string>("nooks", 3) ?? "Shaped by curators";
/** Your nook */
export const yourNook = (): string =>
  translated<string>("nooks", 4) ?? "Your nook";
/** Your nook has been updated. Note that your curator status and progress have been reset. */
export const updatedWithReset = (): string =>
  translated<string>("nooks", 5) ?? "Your nook has been updated. Note that your curator status and progress have been reset.";
/** Your nook has been updated. */
export const updated = (): string =>
  translated<string>("nooks", 6) ?? "Your nook has been updated.";
/** Failed to update nook. Please try again. */
export const couldntUpdate = (): string =>
  translated<string>("nooks", 7) ?? "Failed to update nook. Please try again.";
/** CANNOT CHANGE NOOK FOR 7 DAYS · {count, plural, one {# day left} other {# days left}} */
export const locked = (p: { count: number }): string =>
  translated<string>("nooks", 8, p) ?? `CANNOT CHANGE NOOK FOR 7 DAYS · ${(p.count === 1 ? `${formatNumber(p.count)} day left` : `${formatNumber(p.count)} days left`)}`;
/** Choose {nook} as your nook? */
export const choose = (p: { nook: string | number }): string =>
  translated<string>("nooks", 9, p) ?? `Choose ${p.nook} as your nook?`;
/** Change your nook to {nook}? */
export const change = (p: { nook: string | number }): string =>
  translated<string>("nooks", 10, p) ?? `Change your nook to ${p.nook}?`;
/** Choose nook */
export const chooseNook = (): string =>
  translated<string>("nooks", 11) ?? "Choose nook";
/** Change nook */
export const changeNook = (): string =>
  translated<string>("nooks", 12) ?? "Change nook";
/** You can't change your nook for 7 days after that. */
export const chooseHint = (): string =>
  translated<string>("nooks", 13) ?? "You can't change your nook for 7 days after that.";
/** Your curator status and progress will be reset. You can't change your nook again for 7 days. */
export const changeHint = (): string =>
  translated<string>("nooks", 14) ?? "Your curator status and progress will be reset. You can't change your nook again for 7 days.";
