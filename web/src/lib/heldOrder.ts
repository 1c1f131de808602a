/** Rows in the order in which they were shown, and how many wait to move above them. */
export interface HeldOrder<T> {
  rows: T[];
  waiting: number;
}

/**
 * Keeps rows where they are while the list they belong to is sorted anew.
 *
 * @param shown - the ids on screen, from the top
 * @param sorted - the rows as they would be shown now
 * @returns the rows of `shown` that are left, with their newest content, followed by the rows below them that were not
 *   shown yet. Rows that moved to the top, or are new there, are counted.
 */
export function heldOrder<T extends { _id: string }>(
  shown: readonly string[],
  sorted: readonly T[],
): HeldOrder<T> {
  const place = new Map(shown.map((id, at) => [id, at]));
  const held = sorted.filter(({ _id }) => place.has(_id));
  held.sort((one, other) => (place.get(one._id) ?? 0) - (place.get(other._id) ?? 0));
  const last = sorted.findLastIndex(({ _id }) => place.has(_id));
  const rows = [...held, ...sorted.slice(last + 1)];
  return { rows, waiting: movedUp(rows, sorted) };
}

/** How many rows at the top of `sorted` must be left out until the rest is in the order of `rows`. */
function movedUp<T extends { _id: string }>(rows: readonly T[], sorted: readonly T[]): number {
  let at = rows.length - 1;
  let left = sorted.length;
  while (left > 0) {
    const id = sorted[left - 1]?._id;
    while (at >= 0 && rows[at]?._id !== id) at -= 1;
    if (at < 0) return left;
    at -= 1;
    left -= 1;
  }
  return 0;
}
