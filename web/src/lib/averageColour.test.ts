import { thumbHashToAverageRGBA } from "thumbhash";
import { expect, it } from "vitest";
import { colourOf } from "./averageColour";

/** Any bytes are a thumbhash; these go through all values of its first three. */
const HASHES = Array.from({ length: 64 }, (_, at) =>
  [at * 4, at * 37, at * 101, 8, 8, 8].map((each) => each % 256),
);

it.each(HASHES)("the average colour is the one that the library reads: %i %i %i", (...bytes) => {
  const { r, g, b } = thumbHashToAverageRGBA(Uint8Array.from(bytes));
  const rgb = [r, g, b].map((share) => Math.round(255 * share)).join(" ");

  expect(colourOf(btoa(String.fromCharCode(...bytes)))).toBe(`rgb(${rgb})`);
});

it("there is none without a thumbhash, or for a broken one", () => {
  expect(["", "AAAA", "no base64!"].map(colourOf)).toEqual([undefined, undefined, undefined]);
});
