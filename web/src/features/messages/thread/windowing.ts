/** Which rows of a long list are worth rendering. The list is laid out from its end, and so are all distances here. */
export interface Viewport {
  /** From the list's end to the view's lower edge, in pixels. */
  fromEnd: number;
  /** Of the view, in pixels. */
  height: number;
}

/** A number of rows, and their height together, in pixels. */
export interface Piece {
  count: number;
  height: number;
}

/** A group of rows, which can be skipped as a whole, or measured row by row. */
export interface RowGroup extends Piece {
  rows: () => Iterable<Piece>;
}

export interface Drawn {
  /** The first that is drawn, counted from the list's end, and the first that is not any more. */
  from: number;
  to: number;
  /** The room of those that are not drawn, in pixels. */
  above: number;
  below: number;
}

/** `groups` begin at the list's end; `beyond` is how far outside the viewport rows are still rendered. */
export function drawnOf(groups: Iterable<RowGroup>, view: Viewport, beyond: number): Drawn {
  const nearest = view.fromEnd - beyond;
  const farthest = view.fromEnd + view.height + beyond;
  const drawn = { from: 0, to: 0, above: 0, below: 0 };
  let end = 0;
  function pass({ count, height }: Piece): void {
    if (end + height <= nearest) {
      drawn.below += height;
      drawn.from += count;
      drawn.to += count;
    } else if (end < farthest) drawn.to += count;
    else drawn.above += height;
    end += height;
  }
  for (const group of groups) {
    const isInView = end + group.height > nearest && end < farthest;
    if (isInView) for (const row of group.rows()) pass(row);
    else pass(group);
  }
  return drawn;
}
