// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** We'll email you a code to confirm the new password. */
export const byCode = (): string =>
  translated<string>("resetPassword", 0) ?? "We'll email you a code to confirm the new password.";
/** Choose a new password for your account. */
export const byLink = (): string =>
  translated<string>("resetPassword", 1) ?? "Choose a new password for your account.";
/** Reset password */
export const title = (): string =>
  translated<string>("resetPassword", 2) ?? "Reset password";
/** Login */
export const login = (): string =>
  translated<string>("resetPassword", 3) ?? "Login";
/** Reset password · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("resetPassword", 4, p) ?? `Reset password · ${p.product}`;
/** YOUR PASSWORD HAS BEEN RESET! */
export const done = (): string =>
  translated<string>("resetPassword", 5) ?? "YOUR PASSWORD HAS BEEN RESET!";
/** You're logged out everywhere. Log in with the new password. */
export const doneHint = (): string =>
  translated<string>("resetPassword", 6) ?? "You're logged out everywhere. Log in with the new password.";
/** Password reset · {product} */
export const doneTitle = (p: { product: string | number }): string =>
  translated<string>("resetPassword", 7, p) ?? `Password reset · ${p.product}`;
/** GO BACK */
export const goBack = (): string =>
  translated<string>("resetPassword", 8) ?? "GO BACK";
