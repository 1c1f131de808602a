import { expect, it } from "vitest";
import { drawnOf, type RowGroup } from "./windowing";

const group = (heights: readonly number[]): RowGroup => ({
  count: heights.length,
  height: sum(heights),
  rows: () => heights.map((height) => ({ count: 1, height })),
});

const sum = (heights: readonly number[]) => heights.reduce((all, height) => all + height, 0);

/** The same rows, in groups of equal length. */
const inGroups = (heights: readonly number[], length: number) =>
  Array.from({ length: Math.ceil(heights.length / length) }, (_, at) =>
    group(heights.slice(at * length, (at + 1) * length)),
  );

const even = (count: number) => inGroups(Array(count).fill(50), 100);

it("draws the end of a long list, and a little beyond the view", () => {
  expect(drawnOf(even(1_000), { fromEnd: 0, height: 500 }, 100)).toEqual({
    from: 0,
    to: 12,
    above: 49_400,
    below: 0,
  });
});

it("draws what is in the view anywhere in between, and keeps the room of the rest", () => {
  const { from, to, above, below } = drawnOf(even(1_000), { fromEnd: 10_000, height: 500 }, 0);
  expect([from, to, above, below]).toEqual([200, 210, 39_500, 10_000]);
});

it("loses no room whatever the heights and the groups, wherever one looks", () => {
  for (let seed = 1; seed < 300; seed += 1) {
    const heights = Array.from({ length: seed % 97 }, (_, index) => 20 + ((index * seed * 31) % 200));
    const whole = sum(heights);
    const view = { fromEnd: (seed * 53) % Math.max(1, whole), height: 1 + ((seed * 7) % 900) };
    const { from, to, above, below } = drawnOf(inGroups(heights, 1 + (seed % 13)), view, seed % 400);
    const inside = sum(heights.slice(from, to));
    expect(above + inside + below).toBe(whole);
    expect(below).toBe(sum(heights.slice(0, from)));
    expect(below).toBeLessThanOrEqual(view.fromEnd);
    expect(below + inside).toBeGreaterThanOrEqual(Math.min(whole, view.fromEnd + view.height));
  }
});

it("looks at the rows of those groups alone that are in the view", () => {
  const looked: number[] = [];
  const groups = Array.from({ length: 1_000 }, (_, at) => ({
    ...group(Array(100).fill(50)),
    rows: () => {
      looked.push(at);
      return group(Array(100).fill(50)).rows();
    },
  }));
  const { from, to } = drawnOf(groups, { fromEnd: 2_499_900, height: 500 }, 0);
  expect([from, to, looked]).toEqual([49_998, 50_008, [499, 500]]);
});

it("draws nothing of nothing", () => {
  expect(drawnOf([], { fromEnd: 0, height: 500 }, 100)).toEqual({ from: 0, to: 0, above: 0, below: 0 });
});
