// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Reconnecting */
export const restoring = (): string =>
  translated<string>("connectivity", 0) ?? "Reconnecting";
/** Offline. Reconnecting… */
export const offline = (): string =>
  translated<string>("connectivity", 1) ?? "Offline. Reconnecting…";
/** Couldn't reach the server. Try again. */
export const unreachable = (): string =>
  translated<string>("connectivity", 2) ?? "Couldn't reach the server. Try again.";
