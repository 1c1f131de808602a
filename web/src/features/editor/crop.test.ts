import { describe, expect, it } from "vitest";
import {
  type Box,
  begun,
  followed,
  largest,
  moved,
  panned,
  resized,
  scaled,
  turned,
  WHOLE,
  zoomed,
} from "./crop";
import { firstCrop, keepable, keptWhole, rotated, shaped } from "./edits";
import { SHAPES, shapeFor, shapeNamed, shapeToKeep } from "./shapes";

const PHOTOS = [
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 1600, height: 900 },
  { width: 500, height: 4000 },
  { width: 777, height: 777 },
];

const aspectOf = (box: Box, size: { width: number; height: number }) =>
  (box.width * size.width) / (box.height * size.height);

function isInside(box: Box): void {
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(1 + 1e-9);
  expect(box.y + box.height).toBeLessThanOrEqual(1 + 1e-9);
}

describe("the box", () => {
  it("begins in the middle with ninety percent of what fits, in every shape of every photograph", () => {
    for (const size of PHOTOS)
      for (const { aspect } of SHAPES) {
        const box = begun(aspect, size);
        isInside(box);
        expect(aspectOf(box, size)).toBeCloseTo(aspect);
        expect(Math.max(box.width, box.height)).toBeCloseTo(0.9);
        expect(box.x + box.width / 2).toBeCloseTo(0.5);
      }
  });

  it("keeps its aspect and stays inside, wherever its corners are dragged", () => {
    const size = { width: 4000, height: 3000 };
    for (const corner of ["nw", "ne", "sw", "se"] as const)
      for (const [dx, dy] of [
        [2, 2],
        [-2, -2],
        [0.1, -0.3],
        [-0.05, 0.02],
      ] as const) {
        const box = resized(begun(1, size), corner, dx, dy);
        isInside(box);
        expect(aspectOf(box, size)).toBeCloseTo(1);
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0.05);
      }
  });

  it("leaves the opposite corner where it is", () => {
    const before = begun(1, { width: 100, height: 100 });
    const after = resized(before, "nw", 0.2, 0.1);
    expect(after.x + after.width).toBeCloseTo(before.x + before.width);
    expect(after.y + after.height).toBeCloseTo(before.y + before.height);
  });

  it("stops at the edges", () => {
    const box = moved(begun(1, { width: 100, height: 100 }), 5, -5);
    expect(box.x).toBeCloseTo(0.1);
    expect(box.y).toBe(0);
    isInside(scaled(box, 50));
    expect(scaled(box, 50).width).toBeCloseTo(1);
  });
});

describe("zooming and pushing", () => {
  it("cuts out less while one sees the box in its place, and gives it back", () => {
    const box = begun(1, { width: 100, height: 100 });
    const near = zoomed(WHOLE, box, 2, { x: 0.25, y: 0.25 });
    expect(near.box.width).toBeCloseTo(box.width / 2);
    expect((near.box.x - near.view.x) * near.view.zoom).toBeCloseTo(box.x);
    const back = zoomed(near.view, near.box, 0.1);
    expect(back.view).toEqual(WHOLE);
    expect(back.box.width).toBeCloseTo(box.width);
  });

  it("never leaves the photograph", () => {
    let { view, box } = zoomed(WHOLE, begun(2, { width: 300, height: 400 }), 3, { x: 1, y: 0 });
    for (const [dx, dy] of [
      [9, 9],
      [-9, -9],
      [0.1, -0.2],
    ] as const) {
      ({ view, box } = panned(view, box, dx, dy));
      isInside(box);
      isInside({ ...view, width: 1 / view.zoom, height: 1 / view.zoom });
    }
  });

  it("follows a box that is moved or grows out of sight", () => {
    const { view, box } = zoomed(WHOLE, begun(1, { width: 100, height: 100 }), 4);
    const far = moved(box, 1, 1);
    const seen = followed(view, far);
    expect(seen.x + 1 / seen.zoom).toBeGreaterThanOrEqual(far.x + far.width - 1e-9);
    expect(followed(view, scaled(box, 4)).zoom).toBeCloseTo(1 / scaled(box, 4).width);
  });
});

describe("turning", () => {
  it("keeps the same part of the photograph in the box", () => {
    const size = { width: 4000, height: 2000 };
    let cut = shaped(firstCrop(size), size, "1:1");
    cut = { ...cut, box: { x: 0, y: 0.05, width: 0.45, height: 0.9 } };
    const once = rotated(cut, size);
    expect(once.turn).toBe(90);
    // The left edge is the top edge now.
    expect(once.box.y).toBeCloseTo(0);
    expect(aspectOf(once.box, turned(size, 90))).toBeCloseTo(1);
    const around = rotated(rotated(rotated(once, size), size), size);
    expect(around.turn).toBe(0);
    expect(around.box.x).toBeCloseTo(cut.box.x);
    expect(around.box.y).toBeCloseTo(cut.box.y);
  });

  it("lets the shape follow the photograph until the member has chosen one", () => {
    const size = { width: 1600, height: 900 };
    expect(firstCrop(size).shape).toBe("16:9");
    expect(rotated(firstCrop(size), size).shape).toBe("9:16");
    expect(rotated(shaped(firstCrop(size), size, "2:1"), size).shape).toBe("2:1");
  });
});

describe("shapes", () => {
  it("are detected as specified, and cut off as little as they can", () => {
    expect(shapeFor({ width: 1310, height: 1000 }).ratio).toBe("landscape");
    expect(shapeFor({ width: 1300, height: 1000 }).name).toBe("4:3");
    expect(shapeFor({ width: 790, height: 1000 }).name).toBe("9:16");
    expect(shapeFor({ width: 1000, height: 1000 }).name).toBe("1:1");
    expect(shapeFor({ width: 2100, height: 1000 }).name).toBe("2:1");
  });

  it("are offered whole where a camera's file has exactly one of another ratio", () => {
    expect(shapeToKeep({ width: 4032, height: 3024 })?.name).toBe("4:3");
    expect(shapeToKeep({ width: 3024, height: 4032 })?.name).toBe("3:4");
    // 1024 times 4:3 is 1365.3.
    expect(shapeToKeep({ width: 1365, height: 1024 })?.name).toBe("4:3");
    for (const [width, height] of [
      [1500, 1000],
      [1600, 900],
      [2000, 1000],
      [1000, 1000],
      [900, 1600],
      [4080, 3072],
    ] as const)
      expect(shapeToKeep({ width, height })).toBeNull();
  });

  it("are not offered again to a photograph that is kept whole, until it is turned or cut", () => {
    const size = { width: 4000, height: 3000 };
    const shape = keepable(firstCrop(size), size);
    if (!shape) throw new Error("nothing is offered");
    const kept = keptWhole(firstCrop(size), shape);
    expect(kept).toMatchObject({ shape: "4:3", box: { x: 0, y: 0, width: 1, height: 1 } });
    expect(keepable(kept, size)).toBeNull();
    expect(keepable(rotated(kept, size), size)?.name).toBe("3:4");
    expect(keepable(shaped(kept, size, "4:3"), size)?.name).toBe("4:3");
  });

  it("of the same aspect are told apart by a word", () => {
    const squares = SHAPES.filter(({ aspect }) => aspect === 1);
    expect(squares.map(({ name, word }) => [name, word?.()])).toEqual([
      ["1:1", "Square"],
      ["2:2", "Large"],
    ]);
  });

  it("fit into every photograph", () => {
    for (const size of PHOTOS)
      for (const { name } of SHAPES) {
        const { width, height } = largest(shapeNamed(name).aspect, size);
        expect(Math.max(width, height)).toBe(1);
      }
  });
});
