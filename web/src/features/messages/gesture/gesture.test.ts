import { expect, it } from "vitest";
import { isCross, lengthOf, type Point } from "./gesture";

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

it("takes one that is exactly twice as wide as high, or as high as wide, and none beyond", () => {
  for (const [width, height] of [
    [200, 100],
    [100, 200],
  ] as const)
    expect(isCross(cross(width, height))).toBe(true);
  for (const [width, height] of [
    [201, 100],
    [100, 201],
  ] as const)
    expect(isCross(cross(width, height))).toBe(false);
});

it("takes one of exactly ten points, and none of nine", () => {
  const ten = cross(100, 100, 5);
  expect(ten).toHaveLength(10);
  expect(isCross(ten)).toBe(true);
  // The ninth point lies on the way to the tenth: without either, the stroke is the same but for its number of points.
  const nine = [...ten.slice(0, 7), ...ten.slice(8)];
  expect(nine).toHaveLength(9);
  expect(lengthOf(nine)).toBeCloseTo(lengthOf(ten));
  expect(isCross(nine)).toBe(false);
  expect(isCross([])).toBe(false);
  expect(isCross([{ x: 1, y: 1 }])).toBe(false);
});

it("does not take a single line, straight or flat", () => {
  expect(isCross(line({ x: 0, y: 0 }, { x: 100, y: 100 }, 50))).toBe(false);
  expect(isCross(line({ x: 0, y: 5 }, { x: 100, y: 5 }, 50))).toBe(false);
  expect(isCross(line({ x: 5, y: 0 }, { x: 5, y: 100 }, 50))).toBe(false);
});

/** Along a diagonal of 500, up the side, and back across the diagonal: in whole numbers, so that nothing is rounded. */
const stroke500 = (beyond: number): Point[] => [
  ...line({ x: 0, y: 0 }, { x: 300, y: 400 }, 11),
  { x: 300, y: 280 },
  { x: 170 - beyond, y: 280 },
];

it("takes a path longer than one and a half diagonals, and none that is exactly as long", () => {
  expect(lengthOf(stroke500(0))).toBe(1.5 * 500);
  expect(isCross(stroke500(0))).toBe(false);
  expect(isCross(stroke500(1))).toBe(true);
});

/** Some of a circle, from an angle on; more than one turn where `turns` is larger than 1. */
const circle = (turns: number, from = 0, [wide, high] = [100, 100]): Point[] =>
  Array.from({ length: 60 }, (_, index) => {
    const angle = from + (2 * Math.PI * turns * index) / 59;
    return { x: 150 + wide * Math.cos(angle), y: 150 + high * Math.sin(angle) };
  });

const through = (...corners: [number, number][]): Point[] =>
  corners.slice(1).flatMap(([x, y], at) => {
    const [fromX, fromY] = corners[at] as [number, number];
    return line({ x: fromX, y: fromY }, { x, y }, 12);
  });

it.each([0.9, 1, 1.05, 1.2, 1.5, 2, 3])("takes no circle of %d turns", (turns) => {
  for (let from = 0; from < 6; from += 0.5) {
    expect(isCross(circle(turns, from))).toBe(false);
    expect(isCross(circle(turns, from, [120, 70]))).toBe(false);
    expect(isCross(circle(turns, from).map(({ x, y }, at) => ({ x: x + at / 20, y: y - at / 20 })))).toBe(
      false,
    );
  }
});

it("takes no square, triangle, Z, V or line that is drawn twice", () => {
  for (const stroke of [
    through([0, 0], [100, 0], [100, 100], [0, 100], [0, 0]),
    through([0, 0], [100, 0], [100, 100], [0, 100], [0, -5]),
    through([50, 0], [100, 100], [0, 100], [50, 0]),
    through([0, 0], [100, 0], [0, 100], [100, 100]),
    through([0, 0], [50, 100], [100, 0], [50, 100]),
    through([0, 0], [100, 100], [0, 0], [100, 100]),
    through([0, 0], [100, 100], [2, 0], [100, 98], [0, 3]),
  ])
    expect(isCross(stroke)).toBe(false);
});

it("takes an X however it is drawn: over the side, over the top, in a loop, leaning, with a trembling hand", () => {
  const random = randoms(7);
  const loop = [
    ...line({ x: 0, y: 0 }, { x: 80, y: 80 }, 20),
    ...circle(0.75, Math.PI / 2).map(({ x, y }) => ({ x: 80 + (x - 150) / 5, y: 60 + (y - 150) / 5 })),
    ...line({ x: 80, y: 20 }, { x: 0, y: 100 }, 20),
  ];
  for (const drawn of [
    through([0, 0], [100, 100], [100, 0], [0, 100]),
    through([0, 0], [100, 100], [0, 100], [100, 0]),
    through([100, 0], [0, 100], [0, 0], [100, 100]),
    loop,
  ])
    for (let lean = -0.3; lean <= 0.3; lean += 0.1) {
      const leaning = drawn.map(({ x, y }) => ({
        x: x * Math.cos(lean) - y * Math.sin(lean) + 3 * random(),
        y: x * Math.sin(lean) + y * Math.cos(lean) + 3 * random(),
      }));
      expect(isCross(leaning), JSON.stringify(leaning)).toBe(true);
    }
});

it("is never confused by where on the pad it is drawn", () => {
  for (let seed = 1; seed < 200; seed += 1) {
    const shift = { x: (seed * 37) % 150, y: (seed * 61) % 150 };
    const drawn = cross(40 + (seed % 90), 40 + ((seed * 7) % 90));
    const moved = drawn.map(({ x, y }) => ({ x: x + shift.x, y: y + shift.y }));
    expect(isCross(moved)).toBe(isCross(drawn));
  }
});

/** Pseudorandom numbers, the same in each run, so that a failure can be reproduced. */
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

it("takes nothing that the specification's rules refuse, whatever is drawn", () => {
  const random = randoms(1);
  const seen = { crosses: 0, refused: 0 };
  for (let drawn = 0; drawn < 5_000; drawn += 1) {
    const points = stroke(random);
    const least = margin(points);
    // At the very edge the two ways of reckoning may round differently; the edges have tests of their own.
    if (Math.abs(least) < 1e-6) continue;
    if (least < 0) expect(isCross(points), JSON.stringify(points)).toBe(false);
    seen[isCross(points) ? "crosses" : "refused"] += 1;
  }
  expect(seen.refused).toBeGreaterThan(1_000);
  expect(seen.crosses).toBeGreaterThan(100);
});
