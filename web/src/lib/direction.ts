/** 1 in left-to-right scripts, -1 in right-to-left ones: a factor for horizontal movements, as `--way` in styles. */
export const directionSign = (place: Element): 1 | -1 =>
  getComputedStyle(place).direction === "rtl" ? -1 : 1;
