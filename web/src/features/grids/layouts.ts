/** The fotos of a layout: three vertical ones, two landscape ones, or horizontal ones with at most one vertical. */
export type Kind = "vertical" | "landscape" | "mixed";

/** A place in a layout, in tracks: where it begins, and how many it spans. */
export interface Cell {
  column: number;
  row: number;
  columns: number;
  rows: number;
}

/** A shape to put fotos into. `track` is the width of one track by its height. The first foto goes into the first cell. */
export interface Layout {
  name: string;
  kind: Kind;
  columns: number;
  rows: number;
  track: number;
  cells: readonly Cell[];
}

const cell = (column: number, row: number, columns: number, rows: number): Cell => ({
  column,
  row,
  columns,
  rows,
});

const UPRIGHT = 9 / 16;

export const LAYOUTS = [
  // Three doors beside each other.
  {
    name: "vertical1",
    kind: "vertical",
    columns: 3,
    rows: 1,
    track: UPRIGHT,
    cells: [cell(0, 0, 1, 1), cell(1, 0, 1, 1), cell(2, 0, 1, 1)],
  },
  // A large one, and two half its size.
  {
    name: "vertical2",
    kind: "vertical",
    columns: 3,
    rows: 2,
    track: UPRIGHT,
    cells: [cell(0, 0, 2, 2), cell(2, 0, 1, 1), cell(2, 1, 1, 1)],
  },
  // A stair, going down.
  {
    name: "vertical3",
    kind: "vertical",
    columns: 3,
    rows: 10,
    track: 8 * UPRIGHT,
    cells: [cell(0, 0, 1, 8), cell(1, 1, 1, 8), cell(2, 2, 1, 8)],
  },
  // A tall one, and two squares beside it.
  {
    name: "layout1",
    kind: "mixed",
    columns: 2,
    rows: 2,
    track: 1,
    cells: [cell(0, 0, 1, 2), cell(1, 0, 1, 1), cell(1, 1, 1, 1)],
  },
  // A wide one over two squares.
  {
    name: "layout2",
    kind: "mixed",
    columns: 2,
    rows: 5,
    track: 2,
    cells: [cell(0, 0, 2, 3), cell(0, 3, 1, 2), cell(1, 3, 1, 2)],
  },
  // Two wide ones over each other, and a tall one at their side.
  {
    name: "layout3",
    kind: "mixed",
    columns: 5,
    rows: 2,
    track: 0.45,
    cells: [cell(0, 0, 3, 1), cell(0, 1, 3, 1), cell(3, 0, 2, 2)],
  },
  // Two horizons.
  {
    name: "landscape",
    kind: "landscape",
    columns: 1,
    rows: 2,
    track: 16 / 9,
    cells: [cell(0, 0, 1, 1), cell(0, 1, 1, 1)],
  },
] as const satisfies readonly Layout[];

export type LayoutName = (typeof LAYOUTS)[number]["name"];

/** A layout by its name; one that we do not know is drawn as the first of the mixed ones. */
export function layoutNamed(name: string): Layout {
  return LAYOUTS.find((layout) => layout.name === name) ?? LAYOUTS[3];
}

/** Width by height of the whole. */
export const aspectOf = ({ columns, rows, track }: Layout): number => (columns * track) / rows;
