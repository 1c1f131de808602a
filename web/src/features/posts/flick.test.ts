import { expect, it } from "vitest";
import { lengthOfFlick, viewsOf } from "./flick";

it("says how long a flick is", () => {
  expect([0, 5, 65, 3_600].map(lengthOfFlick)).toEqual(["0:00", "0:05", "1:05", "60:00"]);
});

it("says how often it was watched", () => {
  expect([0, 1, 12, 1_240].map(viewsOf)).toEqual(["0 views", "1 view", "12 views", "1.2K views"]);
});
