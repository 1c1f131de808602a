// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Couldn't delete your account. Try again. */
export const couldntDelete = (): string =>
  translated<string>("deleteAccount", 0) ?? "Couldn't delete your account. Try again.";
/** Delete Account */
export const title = (): string =>
  translated<string>("deleteAccount", 1) ?? "Delete Account";
/** Yes, Delete My Account */
export const yes = (): string =>
  translated<string>("deleteAccount", 2) ?? "Yes, Delete My Account";
/** Are you sure you want to delete your account? This action cannot be undone. */
export const question = (): string =>
  translated<string>("deleteAccount", 3) ?? "Are you sure you want to delete your account? This action cannot be undone.";
/** Your password */
export const password = (): string =>
  translated<string>("deleteAccount", 4) ?? "Your password";
/** Enter your password */
export const enterPassword = (): string =>
  translated<string>("deleteAccount", 5) ?? "Enter your password";
/** Deleting... */
export const deleting = (): string =>
  translated<string>("deleteAccount", 6) ?? "Deleting...";
