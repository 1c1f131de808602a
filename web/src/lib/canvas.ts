/** Whether what is drawn can be filtered while it is drawn: which Safari's canvas cannot do. */
export const canDrawFilters =
  typeof CanvasRenderingContext2D !== "undefined" && "filter" in CanvasRenderingContext2D.prototype;
