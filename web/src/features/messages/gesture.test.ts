import { expect, it } from "vitest";
import { isCross, type Point } from "./gesture";

function line(from: Point, to: Point, points: number): Point[] {
  return Array.from({ length: points }, (_, index) => ({
    x: from.x + ((to.x - from.x) * index) / (points - 1),
    y: from.y + ((to.y - from.y) * index) / (points - 1),
  }));
}

/** An X in one stroke: down one arm, over to the other's start, down that. */
function cross(width: number, height: number, points = 12): Point[] {
  return [
    ...line({ x: 0, y: 0 }, { x: width, y: height }, points),
    ...line({ x: width, y: 0 }, { x: 0, y: height }, points),
  ];
}

it("knows an X however large it is drawn", () => {
  for (const side of [20, 100, 300]) expect(isCross(cross(side, side))).toBe(true);
});

it("takes one that is twice as wide as high, or as high as wide, and none beyond", () => {
  expect(isCross(cross(200, 100))).toBe(true);
  expect(isCross(cross(100, 200))).toBe(true);
  expect(isCross(cross(201, 100))).toBe(false);
  expect(isCross(cross(100, 201))).toBe(false);
});

it("needs ten points", () => {
  expect(isCross(cross(100, 100, 5))).toBe(true);
  expect(isCross(cross(100, 100, 5).slice(1))).toBe(false);
  expect(isCross([])).toBe(false);
  expect(isCross([{ x: 1, y: 1 }])).toBe(false);
});

it("does not take a single line, straight or flat", () => {
  expect(isCross(line({ x: 0, y: 0 }, { x: 100, y: 100 }, 50))).toBe(false);
  expect(isCross(line({ x: 0, y: 5 }, { x: 100, y: 5 }, 50))).toBe(false);
  expect(isCross(line({ x: 5, y: 0 }, { x: 5, y: 100 }, 50))).toBe(false);
});

it("takes a path longer than one and a half diagonals, and none that is just as long", () => {
  const side = 100;
  const there = line({ x: 0, y: 0 }, { x: side, y: side }, 20);
  const half = line({ x: side, y: side }, { x: side / 2, y: side / 2 }, 20);
  expect(isCross([...there, ...half])).toBe(false);
  const more = line({ x: side, y: side }, { x: side / 2 - 1, y: side / 2 - 1 }, 20);
  expect(isCross([...there, ...more])).toBe(true);
});

it("is never confused by where on the pad it is drawn", () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const shift = { x: (seed * 37) % 150, y: (seed * 61) % 150 };
    const drawn = cross(40 + (seed % 90), 40 + ((seed * 7) % 90));
    const moved = drawn.map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }));
    expect(isCross(moved)).toBe(isCross(drawn));
  }
});
