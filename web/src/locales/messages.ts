// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Foto */
export const foto = (): string =>
  translated<string>("messages", 0) ?? "Foto";
/** Deleted member */
export const deletedMember = (): string =>
  translated<string>("messages", 1) ?? "Deleted member";
/** No messages yet */
export const empty = (): string =>
  translated<string>("messages", 2) ?? "No messages yet";
/** Intexted */
export const title = (): string =>
  translated<string>("messages", 3) ?? "Intexted";
