import { expect, it } from "vitest";
import { daysBetween } from "./day";

it("counts days by the calendar, not by hours", () => {
  expect(daysBetween(new Date("2026-05-04T23:59:00"), new Date("2026-05-05T00:01:00"))).toBe(1);
  expect(daysBetween(new Date("2026-05-04T00:01:00"), new Date("2026-05-04T23:59:00"))).toBe(0);
  // An hour less in between, where the clocks are changed in March.
  expect(daysBetween(new Date("2026-03-28T12:00:00"), new Date("2026-03-30T00:30:00"))).toBe(2);
});
