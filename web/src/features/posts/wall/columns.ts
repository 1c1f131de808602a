import { useSyncExternalStore } from "react";
import { local } from "../../../lib/storage";

/** The most columns of a wall, and what it begins with. */
export const COLUMNS = 3;
/** From each of these widths on, the home wall, the cue and profiles have one more. */
const WIDE_PX = [1600, 2100];

/**
 * Where this browser stores the columns that the member chose for a wall. A wall without such a key always has the most.
 * The blanks in index.html know the key of the home wall.
 */
export type ColumnsKey = "columns" | "columns-cue" | "columns-profile" | "columns-curators";

export interface WallColumns {
  /** The most columns, which are also the first. */
  most?: number | undefined;
  stored?: ColumnsKey | undefined;
}

const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function read(most: number, stored: ColumnsKey | undefined): number {
  const kept = Number(stored && local.get(stored));
  return kept >= 1 && kept < most ? kept : most;
}

/** Shows the wall in so many columns from now on, in this browser; null for as many as it has at most. */
export function showInColumns(stored: ColumnsKey, columns: number | null): void {
  if (columns === null) local.remove(stored);
  else local.set(stored, String(columns));
  for (const watcher of watchers) watcher();
}

/** In how many columns the member looks at the fotos of a wall. */
export const useColumns = ({ most = COLUMNS, stored }: WallColumns) =>
  useSyncExternalStore(watch, () => read(most, stored));

function watchWidth(watcher: () => void): () => void {
  window.addEventListener("resize", watcher);
  return () => window.removeEventListener("resize", watcher);
}

const mostOfWindow = () => COLUMNS + WIDE_PX.filter((width) => innerWidth >= width).length;

/** The most columns in this window of a wall that grows with it. The sphere always has three at most. */
export const useMostColumns = () => useSyncExternalStore(watchWidth, mostOfWindow);

const GUTTER_PX = 4;
/** What stands under a foto has its place in the gutter of the only column. */
const STREAM_GUTTER_PX = 200;

export const gutterOf = (columns: number) => (columns === 1 ? STREAM_GUTTER_PX : GUTTER_PX);
