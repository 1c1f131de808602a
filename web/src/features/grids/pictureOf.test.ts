import { expect, it } from "vitest";
import { layoutNamed } from "./layouts";
import { boxOf, inPixels } from "./pictureOf";

it("lays the cells of a saved grid out as the page does, with the gutters between them", () => {
  const layout = layoutNamed("layout1");
  const boxes = layout.cells.map((cell) => boxOf(cell, layout, { width: 1012, height: 1012 }));
  expect(boxes).toEqual([
    { x: 0, y: 0, width: 500, height: 1012 },
    { x: 512, y: 0, width: 500, height: 500 },
    { x: 512, y: 512, width: 500, height: 500 },
  ]);
});

it("turns shares of the frame's width into pixels, which is all that a canvas knows", () => {
  expect(inPixels("blur(1.7cqw) saturate(1.15)", 500)).toBe("blur(8.5px) saturate(1.15)");
  expect(inPixels("sepia(0.2)", 500)).toBe("sepia(0.2)");
});
