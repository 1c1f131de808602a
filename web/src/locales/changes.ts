// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Email */
export const email = (): string =>
  translated<string>("changes", 0) ?? "Email";
/** Codes and notices go there. */
export const emailHint = (): string =>
  translated<string>("changes", 1) ?? "Codes and notices go there.";
/** Change email */
export const changeEmail = (): string =>
  translated<string>("changes", 2) ?? "Change email";
/** New email */
export const newEmail = (): string =>
  translated<string>("changes", 3) ?? "New email";
/** We send a code to your current address and one to the new one. */
export const codesGoToBoth = (): string =>
  translated<string>("changes", 4) ?? "We send a code to your current address and one to the new one.";
/** Send codes */
export const sendCodes = (): string =>
  translated<string>("changes", 5) ?? "Send codes";
/** Enter both codes. You can undo the change for seven days, with a link that we send to your current address. */
export const enterBoth = (): string =>
  translated<string>("changes", 6) ?? "Enter both codes. You can undo the change for seven days, with a link that we send to your current address.";
/** Code from {email} */
export const codeFrom = (p: { email: string | number }): string =>
  translated<string>("changes", 7, p) ?? `Code from ${p.email}`;
/** Code from the new address */
export const codeFromNew = (): string =>
  translated<string>("changes", 8) ?? "Code from the new address";
/** Change email */
export const confirm = (): string =>
  translated<string>("changes", 9) ?? "Change email";
/** Your email is {email} now. */
export const emailChanged = (p: { email: string | number }): string =>
  translated<string>("changes", 10, p) ?? `Your email is ${p.email} now.`;
/** Couldn't send the codes. Try again. */
export const couldntSend = (): string =>
  translated<string>("changes", 11) ?? "Couldn't send the codes. Try again.";
/** Couldn't change it. Try again. */
export const couldntChange = (): string =>
  translated<string>("changes", 12) ?? "Couldn't change it. Try again.";
/** Username */
export const username = (): string =>
  translated<string>("changes", 13) ?? "Username";
/** You can change it twice in 30 days. */
export const usernameHint = (): string =>
  translated<string>("changes", 14) ?? "You can change it twice in 30 days.";
/** Change username */
export const changeUsername = (): string =>
  translated<string>("changes", 15) ?? "Change username";
/** New username */
export const newUsername = (): string =>
  translated<string>("changes", 16) ?? "New username";
/** Everyone sees the new name at once. The old one stays yours for 90 days. */
export const usernameConsequence = (): string =>
  translated<string>("changes", 17) ?? "Everyone sees the new name at once. The old one stays yours for 90 days.";
/** You are @{username} now. */
export const usernameChanged = (p: { username: string | number }): string =>
  translated<string>("changes", 18, p) ?? `You are @${p.username} now.`;
