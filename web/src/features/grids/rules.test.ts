import { describe, expect, it } from "vitest";
import type { Ratio } from "../../api";
import { aspectOf, LAYOUTS } from "./layouts";
import { advice, isValid, kindOf, type Picked, tapped } from "./rules";

const NAMES: Record<string, Ratio> = { h: "horizontal", v: "vertical", l: "landscape" };

/** 'hhv' is two horizontal fotos and a vertical one. */
const fotos = (letters: string): Picked[] =>
  [...letters].map((letter, index) => ({ _id: `${letter}${index}`, ratio: NAMES[letter] ?? "horizontal" }));

describe("tapping fotos", () => {
  it("puts each at the end, and takes a chosen one out", () => {
    const [first, second, third] = fotos("hhv") as [Picked, Picked, Picked];
    expect(tapped([first, second], third)).toEqual([first, second, third]);
    expect(tapped([first, second, third], second)).toEqual([first, third]);
  });

  it("stops at three", () => {
    expect(tapped(fotos("hhv"), { _id: "another", ratio: "vertical" })).toBe(
      "Maximum 3 images can be selected",
    );
  });

  it("stops at two landscape ones", () => {
    const another: Picked = { _id: "another", ratio: "landscape" };
    expect(tapped(fotos("ll"), another)).toBe("Maximum 2 landscape images allowed");
    expect(tapped(fotos("l"), another)).toHaveLength(2);
  });
});

/** Every combination there is, in any order. */
const ALL = ["", ..."hvl"].flatMap((a) =>
  ["", ..."hvl"].flatMap((b) => ["", ..."hvl"].map((c) => a + b + c)),
);
const sorted = (letters: string) => [...letters].sort().join("");

describe("what goes together", () => {
  it("is 3 vertical, 2 landscape, 3 horizontal, or 2 horizontal and 1 vertical, in any order", () => {
    const valid = new Set(ALL.filter((letters) => kindOf(fotos(letters)) !== null).map(sorted));
    expect([...valid].sort()).toEqual(["hhh", "hhv", "ll", "vvv"]);
  });

  it.each([
    ["vvv", ["vertical1", "vertical2", "vertical3"]],
    ["ll", ["landscape"]],
    ["hhh", ["layout1", "layout2", "layout3"]],
    ["hhv", ["layout1", "layout2", "layout3"]],
    ["vhh", ["layout1", "layout2", "layout3"]],
    ["hvv", []],
    ["llh", []],
    ["hh", []],
    ["vv", []],
    ["l", []],
    ["", []],
  ])("%s fills %j", (letters, names) => {
    const filled = LAYOUTS.filter(({ name }) => isValid(name, fotos(letters))).map(({ name }) => name);
    expect(filled).toEqual(names);
  });

  it("is said while it does not", () => {
    expect(advice("layout1", fotos("h"))).toBe(
      "layout1 takes 3 horizontal fotos, or 2 horizontal and 1 vertical.",
    );
    expect(advice("layout1", fotos("vvv"))).toBe("These fotos go into vertical1, vertical2, or vertical3.");
    expect(advice("vertical2", fotos("ll"))).toBe("These fotos go into landscape.");
  });
});

describe("the layouts", () => {
  it.each(LAYOUTS.map((layout) => [layout.name, layout] as const))("%s overlaps nowhere", (_, layout) => {
    const taken = layout.cells.flatMap(({ column, row, columns, rows }) =>
      Array.from(
        { length: columns * rows },
        (__, at) => `${column + (at % columns)},${row + Math.floor(at / columns)}`,
      ),
    );
    expect(new Set(taken).size).toBe(taken.length);
    expect(layout.cells).toHaveLength(layout.kind === "landscape" ? 2 : 3);
    expect(aspectOf(layout)).toBeGreaterThan(0.7);
    expect(aspectOf(layout)).toBeLessThan(1.8);
  });
});
