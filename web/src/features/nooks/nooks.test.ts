import { expect, it } from "vitest";
import { daysLocked } from "./nooks";

const CHANGED = "2026-11-20T12:00:00.000Z";
const after = (days: number, seconds = 0) =>
  new Date(Date.parse(CHANGED) + days * 86_400_000 + seconds * 1_000);

it.each([
  ["at once", after(0), 7],
  ["by a clock that is half a minute behind", after(0, -30), 7],
  ["by one that is two days behind", after(-2), 7],
  ["a second before a day is over", after(1, -1), 7],
  ["a day later", after(1), 6],
  ["a second before the lock opens", after(7, -1), 1],
  ["when it opens", after(7), 0],
  ["long after", after(30), 0],
])("counts the days left %s", (_, now, days) => {
  expect(daysLocked(CHANGED, now)).toBe(days);
});

it("locks nothing before the first choice", () => {
  expect(daysLocked(null, new Date())).toBe(0);
});
