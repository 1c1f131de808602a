// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Dismiss */
export const dismiss = (): string =>
  translated<string>("toasts", 0) ?? "Dismiss";
