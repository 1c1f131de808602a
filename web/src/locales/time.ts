// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** just now */
export const justNow = (): string =>
  translated<string>("time", 0) ?? "just now";
/** {count, plural, one {# year ago} other {# years ago}} */
export const yearsAgo = (p: { count: number }): string =>
  translated<string>("time", 1, p) ?? (p.count === 1 ? `${formatNumber(p.count)} year ago` : `${formatNumber(p.count)} years ago`);
/** {count, plural, one {# month ago} other {# months ago}} */
export const monthsAgo = (p: { count: number }): string =>
  translated<string>("time", 2, p) ?? (p.count === 1 ? `${formatNumber(p.count)} month ago` : `${formatNumber(p.count)} months ago`);
/** {count, plural, one {# week ago} other {# weeks ago}} */
export const weeksAgo = (p: { count: number }): string =>
  translated<string>("time", 3, p) ?? (p.count === 1 ? `${formatNumber(p.count)} week ago` : `${formatNumber(p.count)} weeks ago`);
/** {count, plural, one {# day ago} other {# days ago}} */
export const daysAgo = (p: { count: number }): string =>
  translated<string>("time", 4, p) ?? (p.count === 1 ? `${formatNumber(p.count)} day ago` : `${formatNumber(p.count)} days ago`);
/** {count, plural, one {# hour ago} other {# hours ago}} */
export const hoursAgo = (p: { count: number }): string =>
  translated<string>("time", 5, p) ?? (p.count === 1 ? `${formatNumber(p.count)} hour ago` : `${formatNumber(p.count)} hours ago`);
/** {count, plural, one {# minute ago} other {# minutes ago}} */
export const minutesAgo = (p: { count: number }): string =>
  translated<string>("time", 6, p) ?? (p.count === 1 ? `${formatNumber(p.count)} minute ago` : `${formatNumber(p.count)} minutes ago`);
