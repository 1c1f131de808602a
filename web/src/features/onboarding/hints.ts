/** Which of the product's words this browser has explained, each once. */
import { local } from "../../lib/storage";

export type HintedWord =
  | "sphere"
  | "cue"
  | "syncflow"
  | "bucket"
  | "intexted"
  | "nook"
  | "flick"
  | "grid"
  | "curator";

const keyOf = (word: HintedWord) => `hint:${word}`;

export const isHintDue = (word: HintedWord): boolean => local.get(keyOf(word)) === null;

export const noteHint = (word: HintedWord): void => local.set(keyOf(word), "");
