import { expect, test } from "vitest";
import { fingerSpeed } from "./fingerSpeed";

test("a finger that is lifted while it moves gives its speed on", () => {
  const speed = fingerSpeed();
  speed.move(100, 1000);
  speed.move(116, 1016);

  expect(speed.lifted(1020)).toBe(1000);
});

test("a finger that rested before it was lifted gives none", () => {
  const speed = fingerSpeed();
  speed.move(100, 1000);
  speed.move(116, 1016);

  expect(speed.lifted(1200)).toBe(0);
});
