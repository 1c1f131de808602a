/** 1 where one reads from the left, -1 where from the right: what moves sideways is multiplied with it, as in styles. */
export const directionSign = (place: Element): 1 | -1 =>
  getComputedStyle(place).direction === "rtl" ? -1 : 1;
