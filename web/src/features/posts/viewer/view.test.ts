import { expect, test } from "vitest";
import {
  covering,
  elastic,
  filling,
  inPlaceOf,
  limited,
  type Room,
  stretched,
  WHOLE,
  zoomedAt,
} from "./view";

/** A wide foto on a phone, whose stage is 50 pixels above the middle of its window. */
const ROOM: Room = {
  foto: { width: 400, height: 200 },
  middle: { x: 0, y: 50 },
  window: { width: 400, height: 800 },
};

test("what is between two fingers stays between them", () => {
  const at = { x: 120, y: -30 };
  const { scale, x, y } = zoomedAt(WHOLE, 2, at);

  // A point of the foto, from its middle, that was under the fingers before.
  expect({ x: x + at.x * scale, y: y + at.y * scale }).toEqual(at);
});

test("zooming in and out again ends where it began", () => {
  const at = { x: 50, y: 80 };

  expect(zoomedAt(zoomedAt(WHOLE, 4, at), 1 / 4, at)).toEqual(WHOLE);
});

test("an enlarged foto is not moved further than to its edges", () => {
  expect(limited({ scale: 2, x: 900, y: 900 }, ROOM)).toEqual({ scale: 2, x: 200, y: 50 });
  expect(limited({ scale: 8, x: -5_000, y: -5_000 }, ROOM)).toEqual({ scale: 8, x: -1_400, y: -350 });
});

test("beyond its edges a foto follows the finger less far", () => {
  const { x } = stretched({ scale: 2, x: 300, y: 50 }, ROOM);

  expect(x).toBeGreaterThan(200);
  expect(x).toBeLessThan(250);
});

test("alone, the foto is whole and as large as the window allows, in its middle", () => {
  expect(filling(ROOM)).toEqual({ scale: 1, x: 0, y: 50 });
  expect(covering(ROOM)).toBe(4);
});

test("a foto that grows out of its tile begins as large as the tile", () => {
  expect(inPlaceOf({ x: -130, y: 300, width: 130 }, ROOM)).toEqual({ scale: 0.325, x: -130, y: 300 });
});

test("beyond its largest and its smallest size, a foto follows two fingers less far", () => {
  expect(elastic(2, 1, 3)).toBe(2);
  expect(elastic(6, 1, 3)).toBeGreaterThan(3);
  expect(elastic(6, 1, 3)).toBeLessThan(5);
  expect(elastic(0.5, 1, 3)).toBeGreaterThan(0.5);
  expect(elastic(0.5, 1, 3)).toBeLessThan(0.75);
});
