// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Photographs, and the people you are in flow with. */
export const lead = (): string =>
  translated<string>("landing", 0) ?? "Photographs, and the people you are in flow with.";
/** Start */
export const begin = (): string =>
  translated<string>("landing", 1) ?? "Start";
/** GET STARTED */
export const getStarted = (): string =>
  translated<string>("landing", 2) ?? "GET STARTED";
/** LOGIN */
export const login = (): string =>
  translated<string>("landing", 3) ?? "LOGIN";
