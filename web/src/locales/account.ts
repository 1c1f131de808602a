// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { formatNumber, translated } from "../lib/language";

/** You have {count, plural, one {# unsent message} other {# unsent messages}}. {count, plural, one {It} other {They}} will be lost if you log out. */
export const unsent = (p: { count: number }): string =>
  translated<string>("account", 0, p) ?? `You have ${(p.count === 1 ? `${formatNumber(p.count)} unsent message` : `${formatNumber(p.count)} unsent messages`)}. ${(p.count === 1 ? "It" : "They")} will be lost if you log out.`;
/** Your account isn't complete */
export const incomplete = (): string =>
  translated<string>("account", 1) ?? "Your account isn't complete";
/** Account created but failed to save additional data. Please contact support. */
export const incompleteHint = (): string =>
  translated<string>("account", 2) ?? "Account created but failed to save additional data. Please contact support.";
/** Log out */
export const logOut = (): string =>
  translated<string>("account", 3) ?? "Log out";
/** Log out? */
export const logOutQuestion = (): string =>
  translated<string>("account", 4) ?? "Log out?";
/** Log out and discard */
export const discard = (): string =>
  translated<string>("account", 5) ?? "Log out and discard";
/** Stay */
export const stay = (): string =>
  translated<string>("account", 6) ?? "Stay";
/** Couldn't log out. Try again. */
export const couldntLogOut = (): string =>
  translated<string>("account", 7) ?? "Couldn't log out. Try again.";
