// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Undo the change of your address? */
export const title = (): string =>
  translated<string>("undoEmailChange", 0) ?? "Undo the change of your address?";
/** Your account gets this address back, and every browser is logged out. */
export const lead = (): string =>
  translated<string>("undoEmailChange", 1) ?? "Your account gets this address back, and every browser is logged out.";
/** Undo the change */
export const undo = (): string =>
  translated<string>("undoEmailChange", 2) ?? "Undo the change";
/** This is your address again */
export const done = (): string =>
  translated<string>("undoEmailChange", 3) ?? "This is your address again";
/** Every browser is logged out. Choose a new password now. */
export const doneLead = (): string =>
  translated<string>("undoEmailChange", 4) ?? "Every browser is logged out. Choose a new password now.";
/** Choose a new password */
export const choosePassword = (): string =>
  translated<string>("undoEmailChange", 5) ?? "Choose a new password";
/** Log in */
export const login = (): string =>
  translated<string>("undoEmailChange", 6) ?? "Log in";
/** Couldn't undo it. Try again. */
export const couldntUndo = (): string =>
  translated<string>("undoEmailChange", 7) ?? "Couldn't undo it. Try again.";
/** Undo a change · {product} */
export const pageTitle = (p: { product: string | number }): string =>
  translated<string>("undoEmailChange", 8, p) ?? `Undo a change · ${p.product}`;
