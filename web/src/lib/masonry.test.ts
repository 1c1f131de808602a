import { describe, expect, it } from "vitest";
import { arrange, emptyLayout, emptyPlan, laidOut, lowest, positions, type Shaped } from "./masonry";

const fotos = (...ids: string[]): Shaped[] =>
  ids.map((id, index) => ({ id, shape: 0.6 + (index % 4) * 0.3 }));
const columns = (plan: ReturnType<typeof arrange>) => Object.fromEntries(plan.columnOf);

describe("a wall of three columns", () => {
  it("fills from left to right, then below the shortest column", () => {
    const wall = [
      { id: "a", shape: 2 },
      { id: "b", shape: 1 },
      { id: "c", shape: 1.5 },
      { id: "d", shape: 1 },
    ];
    expect(columns(arrange(emptyPlan(3), wall))).toEqual({ a: 0, b: 1, c: 2, d: 1 });
  });

  it("keeps every foto in its column when a newer one arrives", () => {
    const before = arrange(emptyPlan(3), fotos("d", "c", "b", "a"));
    const after = arrange(before, [{ id: "new", shape: 1.2 }, ...fotos("d", "c", "b", "a")]);
    for (const [id, column] of before.columnOf) expect(after.columnOf.get(id)).toBe(column);
    expect(after.columnOf.has("new")).toBe(true);
  });

  it("moves nothing when older ones are added below", () => {
    const known = fotos("f", "e", "d", "c");
    const before = arrange(emptyPlan(3), known);
    const all = [...known, { id: "b", shape: 1 }, { id: "a", shape: 1 }];
    const after = arrange(before, all);
    expect(positions(after, all).slice(0, 4)).toEqual(positions(before, known));
  });

  it("spreads several new ones over the tops of the columns", () => {
    const known = fotos("c", "b", "a");
    const news = ["z", "y", "x"].map((id) => ({ id, shape: 1 }));
    const plan = arrange(arrange(emptyPlan(3), known), [...news, ...known]);
    expect(new Set(news.map(({ id }) => plan.columnOf.get(id))).size).toBe(3);
  });

  it("spreads new ones that come one at a time over the columns", () => {
    const news = ["z", "y", "x", "w", "v", "u"].map((id) => ({ id, shape: 0.75 }));
    const walls = news.map((_, index) => news.slice(news.length - 1 - index));
    const plan = walls.reduce(arrange, emptyPlan(3));
    const used = news.map(({ id }) => plan.columnOf.get(id));
    expect([0, 1, 2].map((column) => used.filter((each) => each === column).length)).toEqual([2, 2, 2]);
  });

  it("forgets a deleted foto and leaves the others where they are", () => {
    const before = arrange(emptyPlan(3), fotos("d", "c", "b", "a"));
    const after = arrange(before, fotos("d", "b", "a"));
    expect(after.columnOf.has("c")).toBe(false);
    for (const id of ["d", "b", "a"]) expect(after.columnOf.get(id)).toBe(before.columnOf.get(id));
  });

  it("is the same plan when nothing changed", () => {
    const plan = arrange(emptyPlan(3), fotos("b", "a"));
    expect(arrange(plan, fotos("b", "a"))).toBe(plan);
  });

  it("ends where its longest column ends", () => {
    const wall = [
      { id: "a", shape: 1 },
      { id: "b", shape: 3 },
      { id: "c", shape: 1 },
      { id: "d", shape: 1 },
    ];
    expect(lowest(laidOut(emptyLayout(3), wall))).toEqual({ offset: 3, above: 0 });
  });
});
