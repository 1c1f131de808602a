/**
 * CSS filters on pixels, for browsers whose canvas has none: Safari's. The steps are those of Filter Effects Module
 * Level 1, one after the other, each held between black and white as a browser does.
 */

/** A colour matrix: three numbers for each of red, green and blue, by row. */
type Matrix = readonly [number, number, number, number, number, number, number, number, number];
type Pixels = Pick<ImageData, "data" | "width" | "height">;

const STEP = /([a-z-]+)\(([\d.-]+)(%|deg|px)?\)/g;
/** Three averages in a row look like a Gaussian. */
const AVERAGES = 3;

/** Applies a `filter` of CSS to the pixels, with lengths in pixels. Unknown functions do nothing. */
export function filterPixels(pixels: Pixels, filter: string): void {
  for (const [, name, number, unit] of filter.matchAll(STEP)) {
    const amount = Number(number) / (unit === "%" ? 100 : 1);
    if (name === "blur") blur(pixels, amount);
    else if (name === "brightness") scale(pixels, amount, 0);
    else if (name === "contrast") scale(pixels, amount, 127.5 * (1 - amount));
    else if (name === "saturate") mix(pixels, saturate(amount));
    else if (name === "grayscale") mix(pixels, grayscale(1 - Math.min(1, amount)));
    else if (name === "sepia") mix(pixels, sepia(1 - Math.min(1, amount)));
    else if (name === "hue-rotate") mix(pixels, rotate((amount * Math.PI) / 180));
  }
}

function scale({ data }: Pixels, slope: number, from: number): void {
  for (let at = 0; at < data.length; at += 4)
    for (let colour = at; colour < at + 3; colour++) data[colour] = (data[colour] as number) * slope + from;
}

function mix({ data }: Pixels, [a, b, c, d, e, f, g, h, i]: Matrix): void {
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at] as number, data[at + 1] as number, data[at + 2] as number];
    data[at] = a * red + b * green + c * blue;
    data[at + 1] = d * red + e * green + f * blue;
    data[at + 2] = g * red + h * green + i * blue;
  }
}

const saturate = (s: number): Matrix => [
  0.213 + 0.787 * s,
  0.715 - 0.715 * s,
  0.072 - 0.072 * s,
  0.213 - 0.213 * s,
  0.715 + 0.285 * s,
  0.072 - 0.072 * s,
  0.213 - 0.213 * s,
  0.715 - 0.715 * s,
  0.072 + 0.928 * s,
];

const grayscale = (left: number): Matrix => [
  0.2126 + 0.7874 * left,
  0.7152 - 0.7152 * left,
  0.0722 - 0.0722 * left,
  0.2126 - 0.2126 * left,
  0.7152 + 0.2848 * left,
  0.0722 - 0.0722 * left,
  0.2126 - 0.2126 * left,
  0.7152 - 0.7152 * left,
  0.0722 + 0.9278 * left,
];

const sepia = (left: number): Matrix => [
  0.393 + 0.607 * left,
  0.769 - 0.769 * left,
  0.189 - 0.189 * left,
  0.349 - 0.349 * left,
  0.686 + 0.314 * left,
  0.168 - 0.168 * left,
  0.272 - 0.272 * left,
  0.534 - 0.534 * left,
  0.131 + 0.869 * left,
];

function rotate(angle: number): Matrix {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [
    0.213 + cos * 0.787 - sin * 0.213,
    0.715 - cos * 0.715 - sin * 0.715,
    0.072 - cos * 0.072 + sin * 0.928,
    0.213 - cos * 0.213 + sin * 0.143,
    0.715 + cos * 0.285 + sin * 0.14,
    0.072 - cos * 0.072 - sin * 0.283,
    0.213 - cos * 0.213 - sin * 0.787,
    0.715 - cos * 0.715 + sin * 0.715,
    0.072 + cos * 0.928 + sin * 0.072,
  ];
}

function blur({ data, width, height }: Pixels, deviation: number): void {
  // So wide that this many averages have the variance of the Gaussian.
  const reach = Math.round((Math.sqrt((12 * deviation ** 2) / AVERAGES + 1) - 1) / 2);
  if (reach < 1) return;
  for (let round = 0; round < AVERAGES; round++)
    for (const colour of [0, 1, 2]) {
      for (let row = 0; row < height; row++) average(data, row * width * 4 + colour, 4, width, reach);
      for (let column = 0; column < width; column++)
        average(data, column * 4 + colour, width * 4, height, reach);
    }
}

/** Replaces each value of a line by the mean of its neighbours; beyond its ends, the end values repeat. */
function average(data: Uint8ClampedArray, from: number, step: number, length: number, reach: number): void {
  const line = Float64Array.from({ length }, (_, at) => data[from + at * step] as number);
  const at = (place: number) => line[Math.min(length - 1, Math.max(0, place))] as number;
  let sum = 0;
  for (let place = -reach; place <= reach; place++) sum += at(place);
  for (let place = 0; place < length; place++) {
    data[from + place * step] = sum / (2 * reach + 1);
    sum += at(place + reach + 1) - at(place - reach);
  }
}
