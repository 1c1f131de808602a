// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Settings */
export const title = (): string =>
  translated<string>("settings", 0) ?? "Settings";
/** Back to feed */
export const backToFeed = (): string =>
  translated<string>("settings", 1) ?? "Back to feed";
/** Account */
export const account = (): string =>
  translated<string>("settings", 2) ?? "Account";
/** Profile Information */
export const profile = (): string =>
  translated<string>("settings", 3) ?? "Profile Information";
/** Privacy */
export const privacy = (): string =>
  translated<string>("settings", 4) ?? "Privacy";
/** Security */
export const security = (): string =>
  translated<string>("settings", 5) ?? "Security";
/** Preferences */
export const preferences = (): string =>
  translated<string>("settings", 6) ?? "Preferences";
/** Notifications */
export const notifications = (): string =>
  translated<string>("settings", 7) ?? "Notifications";
/** Theme */
export const theme = (): string =>
  translated<string>("settings", 8) ?? "Theme";
/** Language */
export const language = (): string =>
  translated<string>("settings", 9) ?? "Language";
/** Support */
export const support = (): string =>
  translated<string>("settings", 10) ?? "Support";
/** Help Center */
export const help = (): string =>
  translated<string>("settings", 11) ?? "Help Center";
/** Report a Problem */
export const report = (): string =>
  translated<string>("settings", 12) ?? "Report a Problem";
/** About */
export const about = (): string =>
  translated<string>("settings", 13) ?? "About";
/** A problem with {product} */
export const reportSubject = (p: { product: string | number }): string =>
  translated<string>("settings", 14, p) ?? `A problem with ${p.product}`;
/** Press back again to leave the settings. */
export const pressAgain = (): string =>
  translated<string>("settings", 15) ?? "Press back again to leave the settings.";
/** Back to settings */
export const backToSettings = (): string =>
  translated<string>("settings", 16) ?? "Back to settings";
/** Couldn't load your settings. */
export const couldntLoad = (): string =>
  translated<string>("settings", 17) ?? "Couldn't load your settings.";
/** Couldn't save. Try again. */
export const couldntSave = (): string =>
  translated<string>("settings", 18) ?? "Couldn't save. Try again.";
/** Loading your settings */
export const loading = (): string =>
  translated<string>("settings", 19) ?? "Loading your settings";
/** Your emails are in this language, too. */
export const languageHint = (): string =>
  translated<string>("settings", 20) ?? "Your emails are in this language, too.";
/** Couldn't change the language. Try again. */
export const couldntSwitch = (): string =>
  translated<string>("settings", 21) ?? "Couldn't change the language. Try again.";
/** Safety */
export const safety = (): string =>
  translated<string>("settings", 22) ?? "Safety";
/** Coming soon */
export const comingSoon = (): string =>
  translated<string>("settings", 23) ?? "Coming soon";
/** Import */
export const importRow = (): string =>
  translated<string>("settings", 24) ?? "Import";
