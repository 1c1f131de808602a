// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** Please fill in all fields */
export const fillIn = (): string =>
  translated<string>("signUpRules", 0) ?? "Please fill in all fields";
/** Passwords do not match */
export const noMatch = (): string =>
  translated<string>("signUpRules", 1) ?? "Passwords do not match";
/** Please accept the terms and conditions */
export const acceptTerms = (): string =>
  translated<string>("signUpRules", 2) ?? "Please accept the terms and conditions";
/** Please enter a valid email address */
export const validEmail = (): string =>
  translated<string>("signUpRules", 3) ?? "Please enter a valid email address";
/** Please enter both first and last name separated by a space */
export const separateNames = (): string =>
  translated<string>("signUpRules", 4) ?? "Please enter both first and last name separated by a space";
/** Please enter both first and last name */
export const bothNames = (): string =>
  translated<string>("signUpRules", 5) ?? "Please enter both first and last name";
/** Names can only contain letters and spaces */
export const lettersOnly = (): string =>
  translated<string>("signUpRules", 6) ?? "Names can only contain letters and spaces";
/** Full name must be {count} characters or less */
export const nameTooLong = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 7, p) ?? `Full name must be ${p.count} characters or less`;
/** Username must be at least {count} characters long */
export const usernameTooShort = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 8, p) ?? `Username must be at least ${p.count} characters long`;
/** Username can only contain letters, numbers, and underscores */
export const usernameCharacters = (): string =>
  translated<string>("signUpRules", 9) ?? "Username can only contain letters, numbers, and underscores";
/** Password must be at least {count} characters long */
export const passwordTooShort = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 10, p) ?? `Password must be at least ${p.count} characters long`;
/** Password must contain at least one uppercase letter */
export const needsUppercase = (): string =>
  translated<string>("signUpRules", 11) ?? "Password must contain at least one uppercase letter";
/** Password must contain at least one lowercase letter */
export const needsLowercase = (): string =>
  translated<string>("signUpRules", 12) ?? "Password must contain at least one lowercase letter";
/** Password must contain at least one number */
export const needsNumber = (): string =>
  translated<string>("signUpRules", 13) ?? "Password must contain at least one number";
/** At least {count} characters */
export const leastHint = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 14, p) ?? `At least ${p.count} characters`;
/** {count}-15 characters, with an uppercase letter, a lowercase letter and a number */
export const mixedHint = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 15, p) ?? `${p.count}-15 characters, with an uppercase letter, a lowercase letter and a number`;
/** {count}-15 characters */
export const specHint = (p: { count: string | number }): string =>
  translated<string>("signUpRules", 16, p) ?? `${p.count}-15 characters`;
/** An uppercase letter */
export const uppercaseRule = (): string =>
  translated<string>("signUpRules", 17) ?? "An uppercase letter";
/** A lowercase letter */
export const lowercaseRule = (): string =>
  translated<string>("signUpRules", 18) ?? "A lowercase letter";
/** A number */
export const numberRule = (): string =>
  translated<string>("signUpRules", 19) ?? "A number";
/** (done) */
export const kept = (): string =>
  translated<string>("signUpRules", 20) ?? "(done)";
/** Longer is fine, up to {count, number} bytes. */
export const longerIsFine = (p: { count: number }): string =>
  translated<string>("signUpRules", 21, p) ?? `Longer is fine, up to ${formatNumber(p.count)} bytes.`;
/** At most {count, number} bytes. */
export const longest = (p: { count: number }): string =>
  translated<string>("signUpRules", 22, p) ?? `At most ${formatNumber(p.count)} bytes.`;
/** No common password, and nothing with your username, your email or {product} in it. */
export const hardToGuess = (p: { product: string | number }): string =>
  translated<string>("signUpRules", 23, p) ?? `No common password, and nothing with your username, your email or ${p.product} in it.`;
