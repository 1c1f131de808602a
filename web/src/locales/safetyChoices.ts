// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Comments */
export const comments = (): string =>
  translated<string>("safetyChoices", 0) ?? "Comments";
/** Comments that are there already stay. You can always comment yourself. */
export const commentsHint = (): string =>
  translated<string>("safetyChoices", 1) ?? "Comments that are there already stay. You can always comment yourself.";
/** Who may comment on your fotos and flicks */
export const whoComments = (): string =>
  translated<string>("safetyChoices", 2) ?? "Who may comment on your fotos and flicks";
/** Everyone */
export const everyone = (): string =>
  translated<string>("safetyChoices", 3) ?? "Everyone";
/** Members in flow with you */
export const inFlow = (): string =>
  translated<string>("safetyChoices", 4) ?? "Members in flow with you";
/** No one */
export const noOne = (): string =>
  translated<string>("safetyChoices", 5) ?? "No one";
