/**
 * Lays items of known shape out in columns so that no item ever changes its column.
 *
 * New items at the end go below the shortest column, new items before the first known one on top of it: however many
 * come one at a time, the columns stay of similar length. Heights are in column widths, so the same plan serves every
 * screen size.
 */
export interface Shaped {
  id: string;
  /** height ÷ width */
  shape: number;
}

export interface ItemPosition {
  column: number;
  /** Height of the items above in the column, in column widths. */
  offset: number;
  /** How many items stand above in the column; each adds one gutter. */
  above: number;
}

export interface Plan {
  columns: number;
  columnOf: ReadonlyMap<string, number>;
}

export const emptyPlan = (columns: number): Plan => ({ columns, columnOf: new Map() });

/** The plan for `things`, newest first; the same object when nothing was added or removed. */
export function arrange(plan: Plan, things: readonly Shaped[]): Plan {
  if (isUnchanged(plan, things)) return plan;
  const columnOf = new Map<string, number>();
  const first = Math.max(
    0,
    things.findIndex(({ id }) => plan.columnOf.has(id)),
  );
  const known = (thing: Shaped, ends: readonly End[]) => plan.columnOf.get(thing.id) ?? shortest(thing, ends);
  const ends = emptyEnds(plan.columns);
  // New items on top are placed last and oldest first, so that the newest ends up as the topmost of its column.
  for (const part of [things.slice(first), things.slice(0, first).reverse()])
    stacked(part, ends, known).forEach(({ column }, index) => {
      columnOf.set(part[index]?.id ?? "", column);
    });
  return { columns: plan.columns, columnOf };
}

/** Where each thing stands, in the order given. */
export const positions = (plan: Plan, things: readonly Shaped[]): ItemPosition[] =>
  stacked(things, emptyEnds(plan.columns), ({ id }) => plan.columnOf.get(id) ?? 0);

/** The end of a column: the total height of its items, in column widths, and their number. */
interface End {
  offset: number;
  above: number;
}

const emptyEnds = (columns: number): End[] =>
  Array.from({ length: columns }, () => ({ offset: 0, above: 0 }));

/** Puts the items at the end of their columns, one after the other; advances `ends`. */
function stacked(
  things: readonly Shaped[],
  ends: End[],
  columnOf: (thing: Shaped, ends: readonly End[]) => number,
): ItemPosition[] {
  return things.map((thing) => {
    const column = columnOf(thing, ends);
    const { offset, above } = ends[column] ?? { offset: 0, above: 0 };
    ends[column] = { offset: offset + thing.shape, above: above + 1 };
    return { column, offset, above };
  });
}

/** A wall with its positions, so that an appended page does not lay the others out again. */
export interface Layout {
  things: readonly Shaped[];
  positions: readonly ItemPosition[];
  ends: readonly End[];
  /** How far each handful of things reaches, so that those near the screen are found without a look at each. */
  reaches: readonly Reach[];
}

interface Reach {
  top: End;
  bottom: End;
}

const HANDFUL = 60;

export const emptyLayout = (columns: number): Layout => ({
  things: [],
  positions: [],
  ends: emptyEnds(columns),
  reaches: [],
});

/** The wall with these things on it, newest first; the same where they are the same. */
export function laidOut(before: Layout, things: readonly Shaped[]): Layout {
  if (before.things === things) return before;
  const isMore = before.things.every((thing, index) => thing === things[index]);
  const start = isMore ? before : emptyLayout(before.ends.length);
  const columnOf = isMore ? shortest : known(before, things);
  const ends = [...start.ends];
  const positions = start.positions.concat(stacked(things.slice(start.things.length), ends, columnOf));
  return { things, positions, ends, reaches: reachesOf(start.reaches, things, positions) };
}

function shortest(_: Shaped, ends: readonly End[]): number {
  const offsets = ends.map(({ offset }) => offset);
  return offsets.indexOf(Math.min(...offsets));
}

/** Each in the column where it was. */
function known({ things: before, positions, ends }: Layout, things: readonly Shaped[]) {
  const columnOf = new Map(before.map(({ id }, index) => [id, positions[index]?.column ?? 0]));
  const plan = arrange({ columns: ends.length, columnOf }, things);
  return ({ id }: Shaped) => plan.columnOf.get(id) ?? 0;
}

function reachesOf(
  before: readonly Reach[],
  things: readonly Shaped[],
  positions: readonly ItemPosition[],
): readonly Reach[] {
  const whole = before.slice(0, -1);
  const count = Math.ceil(things.length / HANDFUL) - whole.length;
  const more = Array.from({ length: count }, (_, index) => {
    const from = (whole.length + index) * HANDFUL;
    return reachOf(positions.slice(from, from + HANDFUL), things.slice(from, from + HANDFUL));
  });
  return [...whole, ...more];
}

function reachOf(positions: readonly ItemPosition[], things: readonly Shaped[]): Reach {
  const tops = positions.map(({ offset }) => offset);
  const bottoms = tops.map((top, index) => top + (things[index]?.shape ?? 0));
  const above = positions.map((place) => place.above);
  return {
    top: { offset: Math.min(...tops), above: Math.min(...above) },
    bottom: { offset: Math.max(...bottoms), above: Math.max(...above) },
  };
}

/** What of the wall is between two heights, in pixels from its top, by indexes; `unit` is how wide a column is. */
export function between(
  { things, positions, reaches }: Layout,
  { from, to, unit, gutter }: { from: number; to: number; unit: number; gutter: number },
): number[] {
  const inPixels = ({ offset, above }: End) => offset * unit + above * gutter;
  return reaches.flatMap(({ top, bottom }, at) => {
    if (inPixels(top) >= to || inPixels(bottom) <= from) return [];
    const handful = positions.slice(at * HANDFUL, (at + 1) * HANDFUL);
    const near = handful.map((place, index) => {
      const start = inPixels(place);
      const height = (things[at * HANDFUL + index]?.shape ?? 0) * unit;
      return start < to && start + height > from ? at * HANDFUL + index : -1;
    });
    return near.filter((index) => index >= 0);
  });
}

/** The end of the column that reaches lowest: total height in column widths, and the gutters between its things. */
export function lowest({ ends }: Pick<Layout, "ends">): End {
  const end = ends.reduce((most, one) => (one.offset > most.offset ? one : most), { offset: 0, above: 1 });
  return { offset: end.offset, above: end.above - 1 };
}

function isUnchanged(plan: Plan, things: readonly Shaped[]): boolean {
  return plan.columnOf.size === things.length && things.every((thing) => plan.columnOf.has(thing.id));
}
