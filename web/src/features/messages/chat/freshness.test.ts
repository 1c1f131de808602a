import { expect, it } from "vitest";
import { SHOWN_MS, shownFor } from "./freshness";

it("shows a signal that arrives now for some seconds, whatever the other clock says", () => {
  for (const age of [-3_600_000, -1, 0, 2_000, 59_999]) expect(shownFor(age, true)).toBe(SHOWN_MS);
});

it("shows for the rest of its time a signal that was there when the chat was opened", () => {
  expect(shownFor(0, false)).toBe(SHOWN_MS);
  expect(shownFor(2_000, false)).toBe(SHOWN_MS - 2_000);
});

it("shows nothing of a writer whose connection broke before the chat was opened", () => {
  for (const age of [SHOWN_MS, 20_000, 3_600_000, -1]) expect(shownFor(age, false)).toBe(0);
  expect(shownFor(60_000, true)).toBe(0);
});
