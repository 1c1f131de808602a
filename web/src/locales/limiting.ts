// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Limit */
export const limit = (): string =>
  translated<string>("limiting", 0) ?? "Limit";
/** End the limit */
export const unlimit = (): string =>
  translated<string>("limiting", 1) ?? "End the limit";
/** Limited @{username}. Others don't see what they comment on your fotos, and they don't notice. */
export const limited = (p: { username: string | number }): string =>
  translated<string>("limiting", 2, p) ?? `Limited @${p.username}. Others don't see what they comment on your fotos, and they don't notice.`;
/** No longer limiting @{username}. */
export const unlimited = (p: { username: string | number }): string =>
  translated<string>("limiting", 3, p) ?? `No longer limiting @${p.username}.`;
