/** Messages of one member in one minute stand together, as a group; days are apart. */
import type { ItemPosition } from "./messageRows";

const MINUTE_MS = 60_000;

export interface Grouping {
  isFirstOfDay: boolean;
  isFirstOfGroup: boolean;
  isLastOfGroup: boolean;
}

/**
 * A row's place among its neighbours.
 *
 * @param older The row above; "none" if there is none, and undefined if it is not loaded yet.
 * @param unreadKey The first unread row: a line above it divides it from the row before.
 */
export function groupingOf(
  row: ItemPosition,
  older: ItemPosition | "none" | undefined,
  newer: ItemPosition | undefined,
  unreadKey: string | null,
): Grouping {
  const above = older === "none" ? undefined : older;
  const isJoined = (upper: ItemPosition | undefined, lower: ItemPosition | undefined) =>
    upper !== undefined &&
    lower !== undefined &&
    upper.isOwn === lower.isOwn &&
    lower.key !== unreadKey &&
    minuteOf(upper) === minuteOf(lower);
  return {
    isFirstOfDay: above ? dayOf(above) !== dayOf(row) : older === "none",
    isFirstOfGroup: !isJoined(above, row),
    isLastOfGroup: !isJoined(row, newer),
  };
}

const minuteOf = ({ writtenAt }: ItemPosition) => Math.floor(Date.parse(writtenAt) / MINUTE_MS);
const dayOf = ({ writtenAt }: ItemPosition) => new Date(writtenAt).toDateString();
