// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Offline. Reconnecting… */
export const reconnecting = (): string =>
  translated<string>("offline", 0) ?? "Offline. Reconnecting…";
/** Couldn't reach the server */
export const couldntReach = (): string =>
  translated<string>("offline", 1) ?? "Couldn't reach the server";
/** We'll reconnect automatically. */
export const couldntReachHint = (): string =>
  translated<string>("offline", 2) ?? "We'll reconnect automatically.";
/** Offline. Showing saved fotos. */
export const savedFotos = (): string =>
  translated<string>("offline", 3) ?? "Offline. Showing saved fotos.";
/** Saved fotos in {nook} */
export const savedFotosIn = (p: { nook: string | number }): string =>
  translated<string>("offline", 4, p) ?? `Saved fotos in ${p.nook}`;
