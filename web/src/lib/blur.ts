import { thumbHashToDataURL } from "thumbhash";
import { readHash } from "./averageColour";

const KEPT = 500;
const kept = new Map<string, string>();

/** A photograph's thumbhash as a background, until the photograph has come; `none` where it has no thumbhash. */
export function blurOf(thumbhash: string): string {
  const known = kept.get(thumbhash);
  if (known) return known;
  // Painting one takes a phone some milliseconds, and every render of its foto asks for it.
  if (kept.size >= KEPT) kept.clear();
  const blur = readHash(thumbhash, (hash) => `url(${thumbHashToDataURL(hash)})`) ?? "none";
  kept.set(thumbhash, blur);
  return blur;
}

/** The blur if it has been painted already. */
export const paintedBlur = (thumbhash: string) => kept.get(thumbhash);
