// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** First steps */
export const label = (): string =>
  translated<string>("onboarding", 0) ?? "First steps";
/** {number} of {count} */
export const step = (p: { number: string | number; count: string | number }): string =>
  translated<string>("onboarding", 1, p) ?? `${p.number} of ${p.count}`;
/** Sphere */
export const sphere = (): string =>
  translated<string>("onboarding", 2) ?? "Sphere";
/** Everyone. Every member can see a foto that you post to the Sphere. */
export const sphereHint = (): string =>
  translated<string>("onboarding", 3) ?? "Everyone. Every member can see a foto that you post to the Sphere.";
/** Cue */
export const cue = (): string =>
  translated<string>("onboarding", 4) ?? "Cue";
/** The people you are in flow with. Only they can see a foto that you post to your Cue. */
export const cueHint = (): string =>
  translated<string>("onboarding", 5) ?? "The people you are in flow with. Only they can see a foto that you post to your Cue.";
/** Syncflow */
export const syncflow = (): string =>
  translated<string>("onboarding", 6) ?? "Syncflow";
/** You both say yes: one of you asks, the other accepts, and you are in flow. */
export const syncflowHint = (): string =>
  translated<string>("onboarding", 7) ?? "You both say yes: one of you asks, the other accepts, and you are in flow.";
/** Your picture */
export const picture = (): string =>
  translated<string>("onboarding", 8) ?? "Your picture";
/** Tap the circle to choose a picture, so that people recognize you. */
export const pictureHint = (): string =>
  translated<string>("onboarding", 9) ?? "Tap the circle to choose a picture, so that people recognize you.";
/** Skip */
export const skip = (): string =>
  translated<string>("onboarding", 10) ?? "Skip";
/** Next */
export const next = (): string =>
  translated<string>("onboarding", 11) ?? "Next";
/** Done */
export const done = (): string =>
  translated<string>("onboarding", 12) ?? "Done";
