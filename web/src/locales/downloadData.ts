// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't download your data. Try again. */
export const couldntDownload = (): string =>
  translated<string>("downloadData", 0) ?? "Couldn't download your data. Try again.";
/** Download my data */
export const download = (): string =>
  translated<string>("downloadData", 1) ?? "Download my data";
/** Download your data */
export const title = (): string =>
  translated<string>("downloadData", 2) ?? "Download your data";
/** Collecting… */
export const collecting = (): string =>
  translated<string>("downloadData", 3) ?? "Collecting…";
/** Download */
export const confirm = (): string =>
  translated<string>("downloadData", 4) ?? "Download";
/** A ZIP with your fotos and everything you wrote. Up to 3 downloads a day. */
export const hint = (): string =>
  translated<string>("downloadData", 5) ?? "A ZIP with your fotos and everything you wrote. Up to 3 downloads a day.";
/** Your password */
export const password = (): string =>
  translated<string>("downloadData", 6) ?? "Your password";
/** Data downloaded. */
export const downloaded = (): string =>
  translated<string>("downloadData", 7) ?? "Data downloaded.";
/** Enter your password */
export const enterPassword = (): string =>
  translated<string>("downloadData", 8) ?? "Enter your password";
