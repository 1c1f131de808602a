/** The geometry of a foto that is zoomed and moved. Pure. Points are in pixels from the middle of the stage. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How a foto is drawn: its size as a multiple of its size when it is whole on the stage, and where its middle is. */
export interface View extends Point {
  scale: number;
}

/** What a foto is drawn in: the window of the viewer, which may be larger than the stage and not around its middle. */
export interface Room {
  /** The foto's size on the stage. */
  foto: Size;
  /** The middle of the window. */
  middle: Point;
  window: Size;
}

/** The whole foto on its stage. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** Fingers may draw a view beyond its limits by this part of their way. */
const STRETCH = 0.35;
const ELASTICITY = 0.6;

/** The same view, larger or smaller, with what is at `at` staying there. */
export const zoomedAt = ({ scale, x, y }: View, factor: number, at: Point): View => ({
  scale: scale * factor,
  x: at.x + (x - at.x) * factor,
  y: at.y + (y - at.y) * factor,
});

export const movedBy = ({ scale, x, y }: View, by: Point): View => ({ scale, x: x + by.x, y: y + by.y });

/** The whole foto, as large as the window allows. */
export const filling = ({ foto, middle, window }: Room): View => ({
  scale: Math.min(window.width / foto.width, window.height / foto.height),
  ...middle,
});

/** The scale at which the foto leaves nothing of the window black. */
export const covering = ({ foto, window }: Room): number =>
  Math.max(window.width / foto.width, window.height / foto.height);

/** The nearest view that shows no more black than it must. */
export function limited(view: View, { foto, middle, window }: Room): View {
  const along = (at: number, from: number, size: number, room: number) => {
    const spare = Math.max(0, (size * view.scale - room) / 2);
    return Math.min(from + spare, Math.max(from - spare, at));
  };
  return {
    scale: view.scale,
    x: along(view.x, middle.x, foto.width, window.width),
    y: along(view.y, middle.y, foto.height, window.height),
  };
}

/** A scale that fingers draw: beyond its limits it follows them less. */
export function elastic(scale: number, least: number, most: number): number {
  const firm = Math.min(most, Math.max(least, scale));
  return firm * (scale / firm) ** ELASTICITY;
}

/** A view that fingers draw: beyond the limits it follows them less. */
export function stretched(view: View, room: Room): View {
  const firm = limited(view, room);
  return {
    scale: view.scale,
    x: firm.x + (view.x - firm.x) * STRETCH,
    y: firm.y + (view.y - firm.y) * STRETCH,
  };
}

/** The view in which the whole foto takes another element's place, both given by their middles and widths. */
export const inPlaceOf = (place: Point & { width: number }, { foto }: Room): View => ({
  scale: place.width / foto.width,
  x: place.x,
  y: place.y,
});
