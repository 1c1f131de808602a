import { thumbHashToDataURL } from "thumbhash";

const KEPT = 500;
const kept = new Map<string, string>();

/** A photograph's thumbhash as a background, until the photograph has come; `none` where it has no thumbhash. */
export function blurOf(thumbhash: string): string {
  const known = kept.get(thumbhash);
  if (known) return known;
  // Painting one takes a phone some milliseconds, and it is asked for whenever its foto is drawn anew.
  if (kept.size >= KEPT) kept.clear();
  const blur = paint(thumbhash);
  kept.set(thumbhash, blur);
  return blur;
}

function paint(thumbhash: string): string {
  try {
    const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    return hash.length < 5 ? "none" : `url(${thumbHashToDataURL(hash)})`;
  } catch {
    return "none";
  }
}
