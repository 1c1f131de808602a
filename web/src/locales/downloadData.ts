// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't prepare your download. Try again. */
export const couldntDownload = (): string =>
  translated<string>("downloadData", 0) ?? "Couldn't prepare your download. Try again.";
/** Download my data */
export const download = (): string =>
  translated<string>("downloadData", 1) ?? "Download my data";
/** Download your data */
export const title = (): string =>
  translated<string>("downloadData", 2) ?? "Download your data";
/** Starting… */
export const collecting = (): string =>
  translated<string>("downloadData", 3) ?? "Starting…";
/** Prepare download */
export const confirm = (): string =>
  translated<string>("downloadData", 4) ?? "Prepare download";
/** A ZIP with your fotos and everything you wrote. Preparing it may take a while. Up to 3 downloads a day. */
export const hint = (): string =>
  translated<string>("downloadData", 5) ?? "A ZIP with your fotos and everything you wrote. Preparing it may take a while. Up to 3 downloads a day.";
/** Your password */
export const password = (): string =>
  translated<string>("downloadData", 6) ?? "Your password";
/** Enter your password */
export const enterPassword = (): string =>
  translated<string>("downloadData", 7) ?? "Enter your password";
/** Preparing your download */
export const preparing = (): string =>
  translated<string>("downloadData", 8) ?? "Preparing your download";
/** {done} of {total} files */
export const files = (p: { done: string | number; total: string | number }): string =>
  translated<string>("downloadData", 9, p) ?? `${p.done} of ${p.total} files`;
/** You can leave this page. Your download is prepared all the same. */
export const leave = (): string =>
  translated<string>("downloadData", 10) ?? "You can leave this page. Your download is prepared all the same.";
/** Cancel the download */
export const cancel = (): string =>
  translated<string>("downloadData", 11) ?? "Cancel the download";
/** Couldn't cancel the download. Try again. */
export const couldntCancel = (): string =>
  translated<string>("downloadData", 12) ?? "Couldn't cancel the download. Try again.";
/** Your download is ready */
export const ready = (): string =>
  translated<string>("downloadData", 13) ?? "Your download is ready";
/** {size}, available until {date} */
export const until = (p: { size: string | number; date: string | number }): string =>
  translated<string>("downloadData", 14, p) ?? `${p.size}, available until ${p.date}`;
/** Download */
export const get = (): string =>
  translated<string>("downloadData", 15) ?? "Download";
/** Delete the download */
export const remove = (): string =>
  translated<string>("downloadData", 16) ?? "Delete the download";
/** Couldn't delete the download. Try again. */
export const couldntDelete = (): string =>
  translated<string>("downloadData", 17) ?? "Couldn't delete the download. Try again.";
/** Couldn't prepare your download */
export const failed = (): string =>
  translated<string>("downloadData", 18) ?? "Couldn't prepare your download";
/** Nothing of yours is lost. Try again, or ask for help if it fails once more. */
export const failedHint = (): string =>
  translated<string>("downloadData", 19) ?? "Nothing of yours is lost. Try again, or ask for help if it fails once more.";
/** Couldn't open your download. Try again. */
export const couldntOpen = (): string =>
  translated<string>("downloadData", 20) ?? "Couldn't open your download. Try again.";
/** Enter your password */
export const openTitle = (): string =>
  translated<string>("downloadData", 21) ?? "Enter your password";
/** Your download has all your messages and fotos. With your password, this browser can get it for a day. */
export const openHint = (): string =>
  translated<string>("downloadData", 22) ?? "Your download has all your messages and fotos. With your password, this browser can get it for a day.";
/** Checking… */
export const opening = (): string =>
  translated<string>("downloadData", 23) ?? "Checking…";
