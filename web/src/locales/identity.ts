// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Continue with {provider} */
export const continueWith = (p: { provider: string | number }): string =>
  translated<string>("identity", 0, p) ?? `Continue with ${p.provider}`;
/** or */
export const or = (): string =>
  translated<string>("identity", 1) ?? "or";
/** Email */
export const email = (): string =>
  translated<string>("identity", 2) ?? "Email";
/** Password */
export const password = (): string =>
  translated<string>("identity", 3) ?? "Password";
/** LOGIN */
export const login = (): string =>
  translated<string>("identity", 4) ?? "LOGIN";
/** Authentication not available */
export const notAvailable = (): string =>
  translated<string>("identity", 5) ?? "Authentication not available";
/** Failed to login. Please try again. */
export const couldntLogIn = (): string =>
  translated<string>("identity", 6) ?? "Failed to login. Please try again.";
/** New password */
export const newPassword = (): string =>
  translated<string>("identity", 7) ?? "New password";
/** Retype new password */
export const retypePassword = (): string =>
  translated<string>("identity", 8) ?? "Retype new password";
/** RESET PASSWORD */
export const resetPassword = (): string =>
  translated<string>("identity", 9) ?? "RESET PASSWORD";
/** SEND CODE */
export const sendCode = (): string =>
  translated<string>("identity", 10) ?? "SEND CODE";
/** Failed to create account */
export const couldntCreate = (): string =>
  translated<string>("identity", 11) ?? "Failed to create account";
/** Couldn't reach the server. Try again. */
export const couldntReach = (): string =>
  translated<string>("identity", 12) ?? "Couldn't reach the server. Try again.";
/** Passwords aren't used here. Log in below. */
export const noPasswords = (): string =>
  translated<string>("identity", 13) ?? "Passwords aren't used here. Log in below.";
/** Failed to verify code */
export const couldntVerify = (): string =>
  translated<string>("identity", 14) ?? "Failed to verify code";
/** Failed to send reset email. Please try again later. */
export const couldntSendReset = (): string =>
  translated<string>("identity", 15) ?? "Failed to send reset email. Please try again later.";
/** Failed to reset password. Please try again. */
export const couldntReset = (): string =>
  translated<string>("identity", 16) ?? "Failed to reset password. Please try again.";
/** Couldn't load your sessions. */
export const couldntLoadSessions = (): string =>
  translated<string>("identity", 17) ?? "Couldn't load your sessions.";
/** Couldn't log out the other sessions. Try again. */
export const couldntEndSessions = (): string =>
  translated<string>("identity", 18) ?? "Couldn't log out the other sessions. Try again.";
/** Couldn't log out this session. Try again. */
export const couldntEndSession = (): string =>
  translated<string>("identity", 19) ?? "Couldn't log out this session. Try again.";
/** Couldn't delete your account. Try again. */
export const couldntDelete = (): string =>
  translated<string>("identity", 20) ?? "Couldn't delete your account. Try again.";
/** Show password */
export const showPassword = (): string =>
  translated<string>("identity", 21) ?? "Show password";
/** Hide password */
export const hidePassword = (): string =>
  translated<string>("identity", 22) ?? "Hide password";
/** This took too long. Please log in again. */
export const tookTooLong = (): string =>
  translated<string>("identity", 23) ?? "This took too long. Please log in again.";
/** Invalid credentials */
export const invalidCredentials = (): string =>
  translated<string>("identity", 24) ?? "Invalid credentials";
