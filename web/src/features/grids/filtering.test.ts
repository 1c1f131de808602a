import { describe, expect, test } from "vitest";
import { filterPixels } from "./filtering";

/** The filtered value of one colour. */
function becomes(filter: string, red: number, green: number, blue: number): number[] {
  const data = new Uint8ClampedArray([red, green, blue, 255]);
  filterPixels({ data, width: 1, height: 1 }, filter);
  return [...data];
}

describe("filters on pixels", () => {
  test.each([
    ["brightness(130%)", [130, 78, 26, 255]],
    ["contrast(1.5)", [86, 26, 0, 255]],
    ["saturate(0)", [66, 66, 66, 255]],
    ["grayscale(1)", [66, 66, 66, 255]],
    ["sepia(1)", [89, 79, 62, 255]],
    ["hue-rotate(0deg)", [100, 60, 20, 255]],
    ["unheard-of(3)", [100, 60, 20, 255]],
    ["grayscale(1) brightness(2)", [132, 132, 132, 255]],
  ])("%s", (filter, colour) => {
    expect(becomes(filter, 100, 60, 20)).toEqual(colour);
  });

  test("a blur spreads a point evenly, and leaves what is even as it is", () => {
    const [width, height] = [21, 21];
    const data = new Uint8ClampedArray(width * height * 4).fill(40);
    filterPixels({ data, width, height }, "blur(3px)");
    expect(new Set(data)).toEqual(new Set([40]));
    const middle = (10 * width + 10) * 4;
    data[middle] = 255;
    filterPixels({ data, width, height }, "blur(2px)");
    expect(data[middle]).toBeLessThan(60);
    expect(data[middle - 4]).toBe(data[middle + 4]);
    expect(data[middle - 4]).toBe(data[middle + width * 4]);
    expect(data[middle - 4]).toBeGreaterThan(40);
    expect(data[middle + 1]).toBe(40);
  });
});
