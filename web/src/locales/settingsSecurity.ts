// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** We'll email you a code to confirm a new password. You'll be logged out everywhere. {policy} */
export const passwordHint = (p: { policy: string | number }): string =>
  translated<string>("settingsSecurity", 0, p) ?? `We'll email you a code to confirm a new password. You'll be logged out everywhere. ${p.policy}`;
/** Security */
export const title = (): string =>
  translated<string>("settingsSecurity", 1) ?? "Security";
/** Password */
export const password = (): string =>
  translated<string>("settingsSecurity", 2) ?? "Password";
/** 2FA */
export const twoFactor = (): string =>
  translated<string>("settingsSecurity", 3) ?? "2FA";
/** Two-factor authentication adds a second step to logging in. */
export const twoFactorHint = (): string =>
  translated<string>("settingsSecurity", 4) ?? "Two-factor authentication adds a second step to logging in.";
/** Sessions */
export const sessions = (): string =>
  translated<string>("settingsSecurity", 5) ?? "Sessions";
/** Browsers where you are logged in. */
export const sessionsHint = (): string =>
  translated<string>("settingsSecurity", 6) ?? "Browsers where you are logged in.";
/** Your data */
export const data = (): string =>
  translated<string>("settingsSecurity", 7) ?? "Your data";
/** Download a copy of your data. Up to 3 downloads a day. */
export const dataHint = (): string =>
  translated<string>("settingsSecurity", 8) ?? "Download a copy of your data. Up to 3 downloads a day.";
/** Danger zone */
export const danger = (): string =>
  translated<string>("settingsSecurity", 9) ?? "Danger zone";
/** Deletes your account, your fotos and everything you wrote. */
export const dangerHint = (): string =>
  translated<string>("settingsSecurity", 10) ?? "Deletes your account, your fotos and everything you wrote.";
/** Delete Account */
export const deleteAccount = (): string =>
  translated<string>("settingsSecurity", 11) ?? "Delete Account";
/** Change Password */
export const changePassword = (): string =>
  translated<string>("settingsSecurity", 12) ?? "Change Password";
/** Manage */
export const setUpTwoFactor = (): string =>
  translated<string>("settingsSecurity", 13) ?? "Manage";
