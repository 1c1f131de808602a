/** 1 shows the fotos of a wall larger, -1 smaller. */
export type ZoomDirection = 1 | -1;

type Zoom = (direction: ZoomDirection) => void;

let zoom: Zoom | null = null;
/** Asked for while the code of the wall was on its way. */
let waiting: { direction: ZoomDirection; until: number } | null = null;
const PATIENCE_MS = 2_000;

/** Shows the fotos of the page's wall larger or smaller; nothing on a page without one. */
export function zoomWall(direction: ZoomDirection): void {
  if (zoom) zoom(direction);
  else waiting = { direction, until: performance.now() + PATIENCE_MS };
}

/** Makes this the wall of the page. Answers how to take that back. */
export function onZoomWall(act: Zoom): () => void {
  zoom = act;
  if (waiting && performance.now() < waiting.until) act(waiting.direction);
  waiting = null;
  return () => {
    if (zoom === act) zoom = null;
  };
}
