// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Get notified on this device while the app is closed */
export const offer = (): string =>
  translated<string>("push", 0) ?? "Get notified on this device while the app is closed";
/** Notifications on this device never show message content */
export const on = (): string =>
  translated<string>("push", 1) ?? "Notifications on this device never show message content";
/** This browser blocks notifications. Allow them in its settings for this page */
export const denied = (): string =>
  translated<string>("push", 2) ?? "This browser blocks notifications. Allow them in its settings for this page";
/** This browser can't notify you. On an iPhone, add the app to the home screen first */
export const impossible = (): string =>
  translated<string>("push", 3) ?? "This browser can't notify you. On an iPhone, add the app to the home screen first";
/** Push */
export const label = (): string =>
  translated<string>("push", 4) ?? "Push";
/** Couldn't reach this browser's push service. Try again later. */
export const noAnswer = (): string =>
  translated<string>("push", 5) ?? "Couldn't reach this browser's push service. Try again later.";
