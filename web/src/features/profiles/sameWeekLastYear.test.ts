import { expect, it } from "vitest";
import { sameWeekLastYear } from "./sameWeekLastYear";

it.each([
  ["a Sunday", new Date(2026, 10, 29, 23, 59), new Date(2025, 10, 24)],
  ["a Monday", new Date(2026, 10, 30, 0, 0), new Date(2025, 11, 1)],
  ["a day in the first week of a year", new Date(2026, 0, 1, 12), new Date(2024, 11, 30)],
  ["a day after the clocks changed", new Date(2026, 9, 27, 12), new Date(2025, 9, 27)],
])("the week of %s begins on a Monday, 52 weeks before", (_, now, monday) => {
  expect(sameWeekLastYear(now)).toEqual(monday);
  expect(sameWeekLastYear(now).getDay()).toBe(1);
});
