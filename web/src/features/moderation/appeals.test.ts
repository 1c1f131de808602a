import { expect, test } from "vitest";
import { canAppeal } from "./appeals";

const appealUntil = "2026-06-30T12:00:00.000Z";

test("an appeal is offered up to the end of its time, and not after it", () => {
  expect(canAppeal({ appealUntil }, new Date("2026-06-30T12:00:00.000Z"))).toBe(true);
  expect(canAppeal({ appealUntil }, new Date("2026-06-30T12:00:00.001Z"))).toBe(false);
});

test("no appeal is offered where the server gives no time for one", () => {
  expect(canAppeal({ appealUntil: null }, new Date(0))).toBe(false);
});
