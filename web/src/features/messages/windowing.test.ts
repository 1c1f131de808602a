import { expect, it } from "vitest";
import { drawnOf } from "./windowing";

const even = (count: number) => Array.from({ length: count }, () => 50);

it("draws the end of a long list, and a little beyond the view", () => {
  expect(drawnOf(even(1_000), { fromEnd: 0, height: 500 }, 100)).toEqual({
    from: 988,
    to: 1_000,
    above: 49_400,
    below: 0,
  });
});

it("draws what is in the view anywhere in between, and keeps the room of the rest", () => {
  const { from, to, above, below } = drawnOf(even(1_000), { fromEnd: 10_000, height: 500 }, 0);
  expect([from, to, above, below]).toEqual([790, 800, 39_500, 10_000]);
});

it("loses no room whatever the heights, wherever one looks", () => {
  for (let seed = 1; seed < 300; seed += 1) {
    const heights = Array.from({ length: seed % 97 }, (_, index) => 20 + ((index * seed * 31) % 200));
    const whole = heights.reduce((sum, height) => sum + height, 0);
    const view = { fromEnd: (seed * 53) % Math.max(1, whole), height: 1 + ((seed * 7) % 900) };
    const { from, to, above, below } = drawnOf(heights, view, seed % 400);
    const inside = heights.slice(from, to).reduce((sum, height) => sum + height, 0);
    expect(above + inside + below).toBe(whole);
    expect(below).toBeLessThanOrEqual(view.fromEnd);
    expect(below + inside).toBeGreaterThanOrEqual(Math.min(whole, view.fromEnd + view.height));
  }
});

it("draws nothing of nothing", () => {
  expect(drawnOf([], { fromEnd: 0, height: 500 }, 100)).toEqual({ from: 0, to: 0, above: 0, below: 0 });
});
