/** The arithmetic of cutting. No drawing, no events. */

export interface Size {
  width: number;
  height: number;
}

/** Quarter turns, clockwise, in degrees, of the photograph as its camera held it upright. */
export type Turn = 0 | 90 | 180 | 270;

/** The crop, in fractions from 0 to 1 of the photograph after its turn. */
export interface Box extends Size {
  x: number;
  y: number;
}

/** The visible part of the photograph: its upper left corner in fractions, and its magnification. */
export interface View {
  x: number;
  y: number;
  zoom: number;
}

export type Corner = "nw" | "ne" | "sw" | "se";

/** How much of what would fit the box takes at first. */
export const BEGINNING = 0.9;
export const WHOLE: View = { x: 0, y: 0, zoom: 1 };

const MOST_ZOOM = 8;
/** No side of the box becomes shorter than this fraction of the photograph, so that a finger can still hold it. */
const SMALLEST = 0.06;
const TURNS: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 };

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));

export const turnedOnce = (turn: Turn): Turn => TURNS[turn];

/** The photograph's size after its turn. */
export function turned({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The largest box of this aspect (width by height) in a photograph of this size, as fractions. */
export function largest(aspect: number, size: Size): Size {
  const own = size.width / size.height;
  return aspect > own ? { width: 1, height: own / aspect } : { width: aspect / own, height: 1 };
}

/** The initial box; with `centre`, as near to it as the photograph's edges allow. */
export function begun(aspect: number, size: Size, centre = { x: 0.5, y: 0.5 }): Box {
  const most = largest(aspect, size);
  const box = { width: BEGINNING * most.width, height: BEGINNING * most.height };
  return within({ ...box, x: centre.x - box.width / 2, y: centre.y - box.height / 2 });
}

export const centreOf = (box: Box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });

/** The same box, pushed back inside the photograph. */
export function within(box: Box): Box {
  return { ...box, x: between(0, box.x, 1 - box.width), y: between(0, box.y, 1 - box.height) };
}

export function moved(box: Box, dx: number, dy: number): Box {
  return within({ ...box, x: box.x + dx, y: box.y + dy });
}

/**
 * Drags one corner; the opposite one stays. The aspect stays too, so the longer of the finger's two distances counts.
 */
export function resized(box: Box, corner: Corner, dx: number, dy: number): Box {
  const isWest = corner.endsWith("w");
  const isNorth = corner.startsWith("n");
  const wider = (box.width + (isWest ? -dx : dx)) / box.width;
  const taller = (box.height + (isNorth ? -dy : dy)) / box.height;
  const room = {
    width: isWest ? box.x + box.width : 1 - box.x,
    height: isNorth ? box.y + box.height : 1 - box.y,
  };
  const scale = between(least(box), Math.max(wider, taller), fits(box, room));
  const [width, height] = [box.width * scale, box.height * scale];
  return within({
    x: isWest ? box.x + box.width - width : box.x,
    y: isNorth ? box.y + box.height - height : box.y,
    width,
    height,
  });
}

/** The box grows or shrinks around its centre. */
export function scaled(box: Box, factor: number): Box {
  const scale = between(least(box), factor, fits(box, { width: 1, height: 1 }));
  const [width, height] = [box.width * scale, box.height * scale];
  const { x, y } = centreOf(box);
  return within({ x: x - width / 2, y: y - height / 2, width, height });
}

/** After one more quarter turn, the box is around the same part of the photograph, in the shape asked for. */
export function turnedBox(box: Box, aspect: number, after: Size): Box {
  const { x, y } = centreOf(box);
  return begun(aspect, after, { x: 1 - y, y: x });
}

/**
 * Enlarges the photograph under the box around a point of the stage (fractions); the box stays in place on the
 * screen.
 */
export function zoomed(view: View, box: Box, factor: number, focus = { x: 0.5, y: 0.5 }) {
  const most = Math.min(MOST_ZOOM, view.zoom / least(box));
  const zoom = between(1, view.zoom * factor, most);
  const part = 1 / zoom;
  const next = {
    x: between(0, view.x + focus.x / view.zoom - focus.x * part, 1 - part),
    y: between(0, view.y + focus.y / view.zoom - focus.y * part, 1 - part),
    zoom,
  };
  const scale = view.zoom / zoom;
  return {
    view: next,
    box: within({
      x: next.x + (box.x - view.x) * scale,
      y: next.y + (box.y - view.y) * scale,
      width: box.width * scale,
      height: box.height * scale,
    }),
  };
}

/** Pushes the photograph under the box, in fractions of the photograph, as far as there is more of it. */
export function panned(view: View, box: Box, dx: number, dy: number) {
  const next = placed(view, view.x - dx, view.y - dy);
  return { view: next, box: within({ ...box, x: box.x + next.x - view.x, y: box.y + next.y - view.y }) };
}

/** The view moved, and widened where it must be, so that the whole box is seen. */
export function followed(view: View, box: Box): View {
  const zoom = between(1, view.zoom, Math.min(1 / box.width, 1 / box.height));
  const part = 1 / zoom;
  return placed(
    { ...view, zoom },
    between(box.x + box.width - part, view.x, box.x),
    between(box.y + box.height - part, view.y, box.y),
  );
}

function placed(view: View, x: number, y: number): View {
  const most = 1 - 1 / view.zoom;
  return { ...view, x: between(0, x, most), y: between(0, y, most) };
}

/** By how much the box may shrink before one of its sides is too short. */
const least = (box: Size) => Math.min(1, Math.max(SMALLEST / box.width, SMALLEST / box.height));

const fits = (box: Size, room: Size) => Math.min(room.width / box.width, room.height / box.height);
