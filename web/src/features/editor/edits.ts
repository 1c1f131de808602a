import type { Adjustments, Post, RequestedCut } from "../../api";
import { UNTOUCHED } from "../posts/filters";
import {
  type Box,
  begun,
  centreOf,
  type Size,
  type Turn,
  turned,
  turnedBox,
  turnedOnce,
  type View,
  WHOLE,
} from "./crop";
import { type Shape, shapeFor, shapeNamed, shapeToKeep } from "./shapes";

/**
 * How the photograph is cropped. `isChosen` once the member has picked the shape; until then it follows the
 * photograph.
 */
export interface Crop {
  shape: string;
  isChosen: boolean;
  turn: Turn;
  box: Box;
  view: View;
}

/** How it is coloured. */
export interface Colours {
  filter: string;
  adjustments: Adjustments;
}

export const PLAIN: Colours = { filter: "none", adjustments: UNTOUCHED };

/** How a photograph of this size (pixels, before any turn) is cut before anybody has touched it. */
export function firstCrop(size: Size): Crop {
  const shape = shapeFor(size);
  return { shape: shape.name, isChosen: false, turn: 0, box: begun(shape.aspect, size), view: WHOLE };
}

/** The same photograph in another shape, around the same part of it. */
export function shaped(cut: Crop, size: Size, name: string): Crop {
  const box = begun(shapeNamed(name).aspect, turned(size, cut.turn), centreOf(cut.box));
  return { ...cut, shape: name, isChosen: true, box, view: WHOLE };
}

/** The shape in which the whole photograph can be kept; null where there is none, or where the cut is that already. */
export function keepable(cut: Crop, size: Size): Shape | null {
  const shape = shapeToKeep(turned(size, cut.turn));
  const isKept = cut.shape === shape?.name && cut.box.width === 1 && cut.box.height === 1;
  return isKept ? null : shape;
}

/** Nothing is cut off. */
export function keptWhole(cut: Crop, { name }: Shape): Crop {
  return { ...cut, shape: name, isChosen: true, box: { x: 0, y: 0, width: 1, height: 1 }, view: WHOLE };
}

/** One more quarter turn, clockwise. */
export function rotated(cut: Crop, size: Size): Crop {
  const turn = turnedOnce(cut.turn);
  const after = turned(size, turn);
  const shape = cut.isChosen ? shapeNamed(cut.shape) : shapeFor(after);
  return { ...cut, shape: shape.name, turn, box: turnedBox(cut.box, shape.aspect, after), view: WHOLE };
}

/** The crop that a posted foto shows of its upload; null is all of it. */
export function presentCrop(
  { width, height, ratio }: Pick<Post, "width" | "height" | "ratio">,
  cut: RequestedCut | null,
): Crop {
  const box = cut?.crop ?? { x: 0, y: 0, width: 1, height: 1 };
  const shape = shapeFor({ width, height }, ratio).name;
  return { shape, isChosen: true, turn: cut?.rotation ?? 0, box, view: WHOLE };
}

/** Whether both show the same part under the same ratio. */
export function isSameCrop(one: Crop, other: Crop): boolean {
  const [a, b] = [one.box, other.box];
  const isSameBox = a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
  const isSameRatio = shapeNamed(one.shape).ratio === shapeNamed(other.shape).ratio;
  return isSameBox && isSameRatio && one.turn === other.turn;
}
