// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Save foto */
export const saveFoto = (): string =>
  translated<string>("saving", 0) ?? "Save foto";
/** Saved: choose a collection */
export const savedFoto = (): string =>
  translated<string>("saving", 1) ?? "Saved: choose a collection";
/** Saved. Only you see it, on your profile under Saved. */
export const saved = (): string =>
  translated<string>("saving", 2) ?? "Saved. Only you see it, on your profile under Saved.";
/** Couldn't save this foto. Try again. */
export const couldntSave = (): string =>
  translated<string>("saving", 3) ?? "Couldn't save this foto. Try again.";
/** Save foto */
export const title = (): string =>
  translated<string>("saving", 4) ?? "Save foto";
/** Only you see what you save. */
export const onlyYou = (): string =>
  translated<string>("saving", 5) ?? "Only you see what you save.";
/** Collection */
export const collection = (): string =>
  translated<string>("saving", 6) ?? "Collection";
/** Saved */
export const savedCollection = (): string =>
  translated<string>("saving", 7) ?? "Saved";
/** New collection */
export const newCollection = (): string =>
  translated<string>("saving", 8) ?? "New collection";
/** Create */
export const create = (): string =>
  translated<string>("saving", 9) ?? "Create";
/** Remove from saved */
export const unsave = (): string =>
  translated<string>("saving", 10) ?? "Remove from saved";
/** Loading collections */
export const loadingCollections = (): string =>
  translated<string>("saving", 11) ?? "Loading collections";
/** Couldn't load your collections. */
export const couldntLoadCollections = (): string =>
  translated<string>("saving", 12) ?? "Couldn't load your collections.";
