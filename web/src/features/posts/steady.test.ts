import { expect, it } from "vitest";
import { type Kept, steady } from "./steady";

const wall = (names: string): Kept<string>[] => [...names].map((id) => ({ id, shape: 1, post: id }));
const read = (places: readonly Kept<string>[]) =>
  places.map(({ id, post }) => (post ? id : `(${id})`)).join("");

it("keeps what is new above the reader waiting", () => {
  const { places, waiting } = steady(wall("cba"), wall("edcba"));
  expect(read(places)).toBe("cba");
  expect(waiting).toBe(2);
});

it("leaves the place of what is gone, also of the first", () => {
  const { places, waiting } = steady(wall("dcba"), wall("eca"));
  expect(read(places)).toBe("(d)c(b)a");
  expect(waiting).toBe(1);
});

it("keeps a place that was left before, and shows what comes at the end", () => {
  const { places } = steady(steady(wall("cba"), wall("ca")).places, wall("ca9"));
  expect(read(places)).toBe("c(b)a9");
});

it("starts anew where nothing of it is left", () => {
  expect(steady(wall("ba"), wall("dc"))).toEqual({ places: wall("dc"), waiting: 0 });
});
