/**
 * The average colour of a photograph, which is cheap to draw; undefined without a thumbhash. A thumbhash begins with the
 * average's lightness and its two differences, yellow from blue and red from green, in six bits each. The library that
 * reads the rest is no part of a page's first load.
 */
export const colourOf = (thumbhash: string) =>
  readHash(thumbhash, ([first = 0, second = 0, third = 0]) => {
    const bits = first | (second << 8) | (third << 16);
    const part = (shift: number) => ((bits >> shift) & 63) / 63;
    const [lightness, yellowness, redness] = [part(0), 2 * part(6) - 1, 2 * part(12) - 1];
    const blue = lightness - (2 / 3) * yellowness;
    const red = (3 * lightness - blue + redness) / 2;
    const shares = [red, red - redness, blue].map((share) => Math.min(1, Math.max(0, share)));
    return `rgb(${shares.map((share) => Math.round(255 * share)).join(" ")})`;
  });

/** Undefined for a text that is no thumbhash. */
export function readHash(thumbhash: string, use: (hash: Uint8Array) => string): string | undefined {
  try {
    const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    return hash.length < 5 ? undefined : use(hash);
  } catch {
    return undefined;
  }
}
