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

/** Numbers that look random, and are the same each time: whoever sees a failure sees it again. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A stroke of any length and shape: some wander over the pad, some go to and fro, some hardly move. */
function stroke(random: () => number): Point[] {
  const [width, height] = [300 * random(), 300 * random()];
  const corners = Array.from({ length: 1 + Math.floor(5 * random()) }, () => ({
    x: width * random(),
    y: height * random(),
  }));
  const steps = 1 + Math.floor(6 * random());
  return corners.flatMap((corner, at) => line(corner, corners[at + 1] ?? corner, steps + 1).slice(0, steps));
}

/** The specification's sentence, read once more: how far each rule is from being broken, at least. */
function margin(points: Point[]): number {
  let [west, north, east, south, way] = [Infinity, Infinity, -Infinity, -Infinity, 0];
  points.forEach(({ x, y }, at) => {
    west = x < west ? x : west;
    east = x > east ? x : east;
    north = y < north ? y : north;
    south = y > south ? y : south;
    const to = points[at + 1];
    if (to) way += Math.sqrt((to.x - x) ** 2 + (to.y - y) ** 2);
  });
  const [wide, high] = [east - west, south - north];
  const rules = [
    points.length - 9.5,
    wide - high / 2,
    2 * high - wide,
    high,
    way - 1.5 * Math.sqrt(wide ** 2 + high ** 2),
  ];
  return Math.min(...rules);
}

it("judges any stroke as the specification's rules do", () => {
  const random = randoms(1);
  const seen = { crosses: 0, others: 0 };
  for (let drawn = 0; drawn < 5_000; drawn += 1) {
    const points = stroke(random);
    const least = margin(points);
    // At the very edge the two ways of reckoning may round differently; the edges have tests of their own.
    if (Math.abs(least) < 1e-6) continue;
    expect(isCross(points), JSON.stringify(points)).toBe(least > 0);
    seen[least > 0 ? "crosses" : "others"] += 1;
  }
  expect(Math.min(seen.crosses, seen.others)).toBeGreaterThan(500);
});
