// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** We sent a 6-digit code to {email}. */
export const sentTo = (p: { email: string | number }): string =>
  translated<string>("code", 0, p) ?? `We sent a 6-digit code to ${p.email}.`;
/** Please enter the verification code */
export const enterCode = (): string =>
  translated<string>("code", 1) ?? "Please enter the verification code";
/** We sent another code. */
export const sentAgain = (): string =>
  translated<string>("code", 2) ?? "We sent another code.";
/** Check your email */
export const title = (): string =>
  translated<string>("code", 3) ?? "Check your email";
/** Verify */
export const verify = (): string =>
  translated<string>("code", 4) ?? "Verify";
/** Change my details */
export const changeDetails = (): string =>
  translated<string>("code", 5) ?? "Change my details";
/** Send again in {seconds} s */
export const sendAgainIn = (p: { seconds: string | number }): string =>
  translated<string>("code", 6, p) ?? `Send again in ${p.seconds} s`;
/** Send the code again */
export const sendAgain = (): string =>
  translated<string>("code", 7) ?? "Send the code again";
/** Verification code */
export const code = (): string =>
  translated<string>("code", 8) ?? "Verification code";
/** Invalid verification code */
export const invalid = (): string =>
  translated<string>("code", 9) ?? "Invalid verification code";
