import { thumbHashToDataURL } from "thumbhash";

/** A photograph's thumbhash as a background, until the photograph has come; `none` where it has no thumbhash. */
export function blurOf(thumbhash: string): string {
  try {
    const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    return hash.length < 5 ? "none" : `url(${thumbHashToDataURL(hash)})`;
  } catch {
    return "none";
  }
}
