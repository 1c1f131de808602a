import { expect, it } from "vitest";
import { daysLeft, shareOf, timeLeft } from "./time";

const NOW = new Date("2026-11-20T12:00:00Z");
const after = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

it.each([
  [7 * 24, "7 days remaining", "7d 0h remaining"],
  [7 * 24 + 0.01, "7 days remaining", "7d 0h remaining"],
  [7 * 24 - 0.01, "7 days remaining", "7d 0h remaining"],
  [6 * 24 + 22.5, "7 days remaining", "6d 23h remaining"],
  [6 * 24, "6 days remaining", "6d 0h remaining"],
  [24, "1 day remaining", "1d 0h remaining"],
  [22.5, "Last day", "0d 23h remaining"],
  [5, "Last day", "0d 5h remaining"],
  [-3, "Last day", "0d 0h remaining"],
])("tells what remains of %s hours", (hours, onBoard, inDialog) => {
  expect(daysLeft(after(hours), NOW)).toBe(onBoard);
  expect(timeLeft(after(hours), NOW)).toBe(inDialog);
});

it("fills a bar, and never more than that", () => {
  expect(shareOf(0, 100)).toBe(0);
  expect(shareOf(1.5, 100)).toBe(1.5);
  expect(shareOf(19.5, 20)).toBe(97.5);
  expect(shareOf(130, 100)).toBe(100);
});
