/** Length as the server counts it: in code points, so that an emoji is one. */
export const lengthOf = (text: string): number => [...text].length;

/** At most `max` code points of the text. */
export const clipped = (text: string, max: number): string =>
  lengthOf(text) > max ? [...text].slice(0, max).join("") : text;
