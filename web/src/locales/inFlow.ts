// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** You're in Flow! */
export const inFlow = (): string =>
  translated<string>("inFlow", 0) ?? "You're in Flow!";
/** You and {fullName} are now in mutual connection. Check your new cue! */
export const inFlowHint = (p: { fullName: string | number }): string =>
  translated<string>("inFlow", 1, p) ?? `You and ${p.fullName} are now in mutual connection. Check your new cue!`;
/** Got it! */
export const gotIt = (): string =>
  translated<string>("inFlow", 2) ?? "Got it!";
