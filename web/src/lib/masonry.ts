/**
 * Places things of known shape in columns so that nothing already placed ever changes its column.
 *
 * What is new at the end goes below the shortest column; what is new before the first known thing goes on top of the
 * column that has grown least at its top. Heights are in column widths, so the same plan serves every screen size.
 */
export interface Shaped {
  id: string;
  /** height ÷ width */
  shape: number;
}

export interface Place {
  column: number;
  /** Height of what stands above in the column, in column widths. */
  offset: number;
  /** How many things stand above in the column; each adds one gutter. */
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
  const known = things.map((thing) => plan.columnOf.get(thing.id));
  const first = known.findIndex((column) => column !== undefined);
  const lead = first === -1 ? [] : things.slice(0, first);
  const rest = first === -1 ? things : things.slice(first);
  placeOnTop(lead, plan.columns, columnOf);
  placeBelow(rest, plan, columnOf);
  return { columns: plan.columns, columnOf };
}

/** Where each thing stands, in the order given. */
export function places(plan: Plan, things: readonly Shaped[]): Place[] {
  const heights = new Array<number>(plan.columns).fill(0);
  const counts = new Array<number>(plan.columns).fill(0);
  return things.map((thing) => {
    const column = plan.columnOf.get(thing.id) ?? 0;
    const place = { column, offset: heights[column] ?? 0, above: counts[column] ?? 0 };
    heights[column] = place.offset + thing.shape;
    counts[column] = place.above + 1;
    return place;
  });
}

/** The end of the column that reaches lowest: total height in column widths and number of things. */
export function lowest(
  found: readonly Place[],
  things: readonly Shaped[],
): { offset: number; above: number } {
  let end = { offset: 0, above: 0 };
  found.forEach((place, index) => {
    const offset = place.offset + (things[index]?.shape ?? 0);
    if (offset > end.offset) end = { offset, above: place.above };
  });
  return end;
}

function isUnchanged(plan: Plan, things: readonly Shaped[]): boolean {
  return plan.columnOf.size === things.length && things.every((thing) => plan.columnOf.has(thing.id));
}

/** Newest last, so that the very newest ends up as the topmost of its column. */
function placeOnTop(lead: readonly Shaped[], columns: number, columnOf: Map<string, number>): void {
  const grown = new Array<number>(columns).fill(0);
  for (const thing of [...lead].reverse()) {
    const column = indexOfLeast(grown);
    columnOf.set(thing.id, column);
    grown[column] = (grown[column] ?? 0) + thing.shape;
  }
}

function placeBelow(rest: readonly Shaped[], plan: Plan, columnOf: Map<string, number>): void {
  const heights = new Array<number>(plan.columns).fill(0);
  for (const thing of rest) {
    const column = plan.columnOf.get(thing.id) ?? indexOfLeast(heights);
    columnOf.set(thing.id, column);
    heights[column] = (heights[column] ?? 0) + thing.shape;
  }
}

function indexOfLeast(numbers: readonly number[]): number {
  return numbers.indexOf(Math.min(...numbers));
}
