/** Whether a canvas supports `filter`, which Safari's does not. */
export const canDrawFilters =
  typeof CanvasRenderingContext2D !== "undefined" && "filter" in CanvasRenderingContext2D.prototype;
