// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Edit look */
export const title = (): string =>
  translated<string>("lookEditing", 0) ?? "Edit look";
/** Foto */
export const foto = (): string =>
  translated<string>("lookEditing", 1) ?? "Foto";
/** Your foto has its new look. */
export const saved = (): string =>
  translated<string>("lookEditing", 2) ?? "Your foto has its new look.";
/** Couldn't save the new look. Try again. */
export const couldntSave = (): string =>
  translated<string>("lookEditing", 3) ?? "Couldn't save the new look. Try again.";
/** Loading your original… */
export const loading = (): string =>
  translated<string>("lookEditing", 4) ?? "Loading your original…";
/** This browser can't show your foto. */
export const cannotShow = (): string =>
  translated<string>("lookEditing", 5) ?? "This browser can't show your foto.";
/** This browser can't show your original, so you can't crop it here. */
export const cannotCrop = (): string =>
  translated<string>("lookEditing", 6) ?? "This browser can't show your original, so you can't crop it here.";
/** Cropping your foto… */
export const cropping = (): string =>
  translated<string>("lookEditing", 7) ?? "Cropping your foto…";
/** Checking and saving your foto… */
export const checking = (): string =>
  translated<string>("lookEditing", 8) ?? "Checking and saving your foto…";
/** Discard changes? */
export const discardTitle = (): string =>
  translated<string>("lookEditing", 9) ?? "Discard changes?";
/** Your foto keeps the look it has now. */
export const discardQuestion = (): string =>
  translated<string>("lookEditing", 10) ?? "Your foto keeps the look it has now.";
/** Discard */
export const discard = (): string =>
  translated<string>("lookEditing", 11) ?? "Discard";
/** Keep editing */
export const keepEditing = (): string =>
  translated<string>("lookEditing", 12) ?? "Keep editing";
