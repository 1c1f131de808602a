// GENERATED from locales/ by `npm run locales`. Do not edit: change the catalogue, and generate again.
import { translated } from "../lib/language";

/** Filtered words */
export const title = (): string =>
  translated<string>("filteredWords", 0) ?? "Filtered words";
/** Fotos, flicks, comments and notifications with one of these words are covered until you show them. Your own are never covered, and messages are not filtered. */
export const hint = (): string =>
  translated<string>("filteredWords", 1) ?? "Fotos, flicks, comments and notifications with one of these words are covered until you show them. Your own are never covered, and messages are not filtered.";
/** Word or phrase */
export const word = (): string =>
  translated<string>("filteredWords", 2) ?? "Word or phrase";
/** 2 to 60 characters, up to 100 words. Only whole words count; upper and lower case are the same. */
export const wordHint = (): string =>
  translated<string>("filteredWords", 3) ?? "2 to 60 characters, up to 100 words. Only whole words count; upper and lower case are the same.";
/** Add */
export const add = (): string =>
  translated<string>("filteredWords", 4) ?? "Add";
/** Filtering “{word}”. */
export const added = (p: { word: string | number }): string =>
  translated<string>("filteredWords", 5, p) ?? `Filtering “${p.word}”.`;
/** Remove */
export const remove = (): string =>
  translated<string>("filteredWords", 6) ?? "Remove";
/** Remove “{word}” */
export const removeOf = (p: { word: string | number }): string =>
  translated<string>("filteredWords", 7, p) ?? `Remove “${p.word}”`;
/** No longer filtering “{word}”. */
export const removed = (p: { word: string | number }): string =>
  translated<string>("filteredWords", 8, p) ?? `No longer filtering “${p.word}”.`;
/** Your filtered words */
export const list = (): string =>
  translated<string>("filteredWords", 9) ?? "Your filtered words";
/** Loading filtered words */
export const loading = (): string =>
  translated<string>("filteredWords", 10) ?? "Loading filtered words";
/** Couldn't load filtered words. */
export const couldntLoad = (): string =>
  translated<string>("filteredWords", 11) ?? "Couldn't load filtered words.";
/** No filtered words */
export const none = (): string =>
  translated<string>("filteredWords", 12) ?? "No filtered words";
/** Add a word that you don't want to come across. */
export const noneHint = (): string =>
  translated<string>("filteredWords", 13) ?? "Add a word that you don't want to come across.";
