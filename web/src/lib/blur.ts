import { thumbHashToAverageRGBA, thumbHashToDataURL } from "thumbhash";

const KEPT = 500;
const kept = new Map<string, string>();

/** A photograph's thumbhash as a background, until the photograph has come; `none` where it has no thumbhash. */
export function blurOf(thumbhash: string): string {
  const known = kept.get(thumbhash);
  if (known) return known;
  // Painting one takes a phone some milliseconds, and every render of its foto asks for it.
  if (kept.size >= KEPT) kept.clear();
  const blur = read(thumbhash, (hash) => `url(${thumbHashToDataURL(hash)})`) ?? "none";
  kept.set(thumbhash, blur);
  return blur;
}

/** The blur if it has been painted already. */
export const paintedBlur = (thumbhash: string) => kept.get(thumbhash);

/** The average colour of a photograph, which is cheap to draw; undefined without a thumbhash. */
export const colourOf = (thumbhash: string) =>
  read(thumbhash, (hash) => {
    const { r, g, b } = thumbHashToAverageRGBA(hash);
    return `rgb(${[r, g, b].map((share) => Math.round(255 * share)).join(" ")})`;
  });

function read(thumbhash: string, use: (hash: Uint8Array) => string): string | undefined {
  try {
    const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    return hash.length < 5 ? undefined : use(hash);
  } catch {
    return undefined;
  }
}
