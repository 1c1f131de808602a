// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Comments */
export const comments = (): string =>
  translated<string>("safetyChoices", 0) ?? "Comments";
/** Existing comments stay. You can always comment yourself. */
export const commentsHint = (): string =>
  translated<string>("safetyChoices", 1) ?? "Existing comments stay. You can always comment yourself.";
/** Who may comment on your fotos and flicks */
export const whoComments = (): string =>
  translated<string>("safetyChoices", 2) ?? "Who may comment on your fotos and flicks";
/** Requests */
export const requests = (): string =>
  translated<string>("safetyChoices", 3) ?? "Requests";
/** Existing requests stay. You can always send requests yourself. */
export const requestsHint = (): string =>
  translated<string>("safetyChoices", 4) ?? "Existing requests stay. You can always send requests yourself.";
/** Who may send you requests to syncflow */
export const whoAsks = (): string =>
  translated<string>("safetyChoices", 5) ?? "Who may send you requests to syncflow";
/** Members with a flow in common */
export const inCommon = (): string =>
  translated<string>("safetyChoices", 6) ?? "Members with a flow in common";
/** Everyone */
export const everyone = (): string =>
  translated<string>("safetyChoices", 7) ?? "Everyone";
/** Members in flow with you */
export const inFlow = (): string =>
  translated<string>("safetyChoices", 8) ?? "Members in flow with you";
/** No one */
export const noOne = (): string =>
  translated<string>("safetyChoices", 9) ?? "No one";
