/** Which lines of a long list are worth drawing. The list is laid out from its end, and so are all distances here. */
export interface View {
  /** From the list's end to the view's lower edge, in pixels. */
  fromEnd: number;
  /** Of the view, in pixels. */
  height: number;
}

export interface Drawn {
  /** The first that is drawn, and the first that is not any more. */
  from: number;
  to: number;
  /** The room of those that are not drawn, in pixels. */
  above: number;
  below: number;
}

/** `heights` are those of all lines, oldest first; `beyond` is how far outside the view lines are still drawn. */
export function drawnOf(heights: readonly number[], view: View, beyond: number): Drawn {
  const nearest = view.fromEnd - beyond;
  const farthest = view.fromEnd + view.height + beyond;
  let to = heights.length;
  let below = 0;
  while (to > 0 && below + heightAt(heights, to - 1) <= nearest) below += heightAt(heights, --to);
  let from = to;
  let reached = below;
  while (from > 0 && reached < farthest) reached += heightAt(heights, --from);
  const above = heights.slice(0, from).reduce((sum, height) => sum + height, 0);
  return { from, to, above, below };
}

const heightAt = (heights: readonly number[], index: number) => heights[index] ?? 0;
