// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** You come from {provider}. A few details, and you're in. */
export const youComeFrom = (p: { provider: string | number }): string =>
  translated<string>("signUp", 0, p) ?? `You come from ${p.provider}. A few details, and you're in.`;
/** You come from {provider}, as {email}. A few details, and you're in. */
export const youComeFromAs = (p: { provider: string | number; email: string | number }): string =>
  translated<string>("signUp", 1, p) ?? `You come from ${p.provider}, as ${p.email}. A few details, and you're in.`;
/** Sign Up Error */
export const error = (): string =>
  translated<string>("signUp", 2) ?? "Sign Up Error";
/** OK */
export const ok = (): string =>
  translated<string>("signUp", 3) ?? "OK";
/** Full name */
export const fullName = (): string =>
  translated<string>("signUp", 4) ?? "Full name";
/** Username */
export const username = (): string =>
  translated<string>("signUp", 5) ?? "Username";
/** Date of birth */
export const dateOfBirth = (): string =>
  translated<string>("signUp", 6) ?? "Date of birth";
/** I accept the terms and conditions */
export const acceptTerms = (): string =>
  translated<string>("signUp", 7) ?? "I accept the terms and conditions";
/** Read the terms and conditions */
export const readTerms = (): string =>
  translated<string>("signUp", 8) ?? "Read the terms and conditions";
/** Read */
export const read = (): string =>
  translated<string>("signUp", 9) ?? "Read";
/** GET STARTED */
export const getStarted = (): string =>
  translated<string>("signUp", 10) ?? "GET STARTED";
/** Get started · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("signUp", 11, p) ?? `Get started · ${p.product}`;
/** You're almost in */
export const almostIn = (): string =>
  translated<string>("signUp", 12) ?? "You're almost in";
/** Get started */
export const title = (): string =>
  translated<string>("signUp", 13) ?? "Get started";
/** Login */
export const login = (): string =>
  translated<string>("signUp", 14) ?? "Login";
/** A few details, and you're in. */
export const lead = (): string =>
  translated<string>("signUp", 15) ?? "A few details, and you're in.";
/** Choose how to sign up. */
export const chooseWay = (): string =>
  translated<string>("signUp", 16) ?? "Choose how to sign up.";
/** No new members at the moment */
export const closed = (): string =>
  translated<string>("signUp", 17) ?? "No new members at the moment";
/** If you have an account, log in. */
export const closedHint = (): string =>
  translated<string>("signUp", 18) ?? "If you have an account, log in.";
/** By invitation only */
export const invited = (): string =>
  translated<string>("signUp", 19) ?? "By invitation only";
/** Open the link that a member sent you. If you have an account, log in. */
export const invitedHint = (): string =>
  translated<string>("signUp", 20) ?? "Open the link that a member sent you. If you have an account, log in.";
/** Why would you like to join? */
export const reason = (): string =>
  translated<string>("signUp", 21) ?? "Why would you like to join?";
/** A moderator reads this and decides. */
export const reasonHint = (): string =>
  translated<string>("signUp", 22) ?? "A moderator reads this and decides.";
/** Tell us a little about yourself. A moderator decides who joins. */
export const leadApproval = (): string =>
  translated<string>("signUp", 23) ?? "Tell us a little about yourself. A moderator decides who joins.";
