// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** You're on the list */
export const waiting = (): string =>
  translated<string>("application", 0) ?? "You're on the list";
/** A moderator will read your request. This page opens by itself once they approve it, and we'll email {email}. */
export const waitingHint = (p: { email: string | number }): string =>
  translated<string>("application", 1, p) ?? `A moderator will read your request. This page opens by itself once they approve it, and we'll email ${p.email}.`;
/** Your request wasn't approved */
export const refused = (): string =>
  translated<string>("application", 2) ?? "Your request wasn't approved";
/** Your account and its data will be deleted on {date}. */
export const refusedHint = (p: { date: string | number }): string =>
  translated<string>("application", 3, p) ?? `Your account and its data will be deleted on ${p.date}.`;
/** You wrote */
export const yourWords = (): string =>
  translated<string>("application", 4) ?? "You wrote";
/** The moderator wrote */
export const theirWords = (): string =>
  translated<string>("application", 5) ?? "The moderator wrote";
