// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Username */
export const username = (): string =>
  translated<string>("settingsProfile", 0) ?? "Username";
/** Full Name */
export const fullName = (): string =>
  translated<string>("settingsProfile", 1) ?? "Full Name";
/** Email */
export const email = (): string =>
  translated<string>("settingsProfile", 2) ?? "Email";
/** Date of Birth */
export const dateOfBirth = (): string =>
  translated<string>("settingsProfile", 3) ?? "Date of Birth";
/** Member Since */
export const memberSince = (): string =>
  translated<string>("settingsProfile", 4) ?? "Member Since";
/** Profile Information */
export const title = (): string =>
  translated<string>("settingsProfile", 5) ?? "Profile Information";
/** Not set */
export const notSet = (): string =>
  translated<string>("settingsProfile", 6) ?? "Not set";
