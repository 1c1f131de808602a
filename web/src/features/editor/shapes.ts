import type { Ratio } from "../../api";
import * as words from "../../locales/editor";
import { ratioOf } from "../posts/ratio";
import type { Size } from "./crop";

/** A shape that a foto can be cut to, and the ratio under which it is posted. `aspect` is width by height. */
export interface Shape {
  name: string;
  /** Tells two shapes of the same aspect apart. */
  word?: () => string;
  ratio: Ratio;
  aspect: number;
}

export const SHAPES: readonly Shape[] = [
  { name: "4:3", ratio: "horizontal", aspect: 4 / 3 },
  { name: "3:4", ratio: "horizontal", aspect: 3 / 4 },
  { name: "1:1", word: words.square, ratio: "horizontal", aspect: 1 },
  { name: "9:16", ratio: "vertical", aspect: 9 / 16 },
  { name: "16:9", ratio: "landscape", aspect: 16 / 9 },
  { name: "2:2", word: words.large, ratio: "landscape", aspect: 1 },
  { name: "2:1", ratio: "landscape", aspect: 2 },
];

/** The shape with this name. */
export function shapeNamed(name: string): Shape {
  const found = SHAPES.find((shape) => shape.name === name);
  if (!found) throw new Error(`no shape is called ${name}`);
  return found;
}

/** The shape that fits a photograph of this size: of the shapes of its ratio, or of the given one, that which crops least. */
export function shapeFor({ width, height }: Size, ratio = ratioOf(width, height)): Shape {
  const distance = (shape: Shape) => Math.abs(Math.log(shape.aspect / (width / height)));
  const own = SHAPES.filter((shape) => shape.ratio === ratio);
  return own.reduce((best, shape) => (distance(shape) < distance(best) ? shape : best));
}

/** The listed shape that a photograph has to the pixel, where detection suggests another ratio's shapes; otherwise null. */
export function shapeToKeep(size: Size): Shape | null {
  const own = SHAPES.find((shape) => isExactly(shape, size));
  return own && own.ratio !== ratioOf(size.width, size.height) ? own : null;
}

const isExactly = ({ aspect }: Shape, { width, height }: Size) =>
  Math.round(height * aspect) === width || Math.round(width / aspect) === height;
