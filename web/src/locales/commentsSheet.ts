// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Full height */
export const fullHeight = (): string =>
  translated<string>("commentsSheet", 0) ?? "Full height";
/** Newest comments */
export const newest = (): string =>
  translated<string>("commentsSheet", 1) ?? "Newest comments";
