import { expect, test } from "vitest";
import { springAt } from "./spring";

const SOON = 0.3;

test("a spring begins where it was let go, and comes to its goal without swinging beyond it", () => {
  const way = Array.from({ length: 60 }, (_, frame) => springAt([0], [100], [], frame / 60)[0] ?? 0);

  expect(way[0]).toBe(0);
  expect(way.every((at, frame) => at >= (way[frame - 1] ?? 0) && at <= 100)).toBe(true);
  expect(springAt([0], [100], [], SOON)[0]).toBeGreaterThan(98);
});

test("a spring goes on at the speed that a finger gave it", () => {
  const [after = 0] = springAt([0], [0], [600], 1 / 60);

  expect(after).toBeGreaterThan(5);
  expect(springAt([0], [0], [600], 1)[0]).toBeCloseTo(0);
});
