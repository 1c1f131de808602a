import { useSyncExternalStore } from "react";
import { local } from "../../../lib/storage";

/** The most columns of a wall, and what it begins with. */
export const COLUMNS = 3;
/** From each of these widths on, the home wall has one more. */
const WIDE_PX = [1600, 2100];
const KEY = "columns";
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function read(most: number): number {
  const kept = Number(local.get(KEY));
  return kept >= 1 && kept < most ? kept : most;
}

/** Shows fotos in so many columns from now on, in this browser; null for as many as a wall has. */
export function showInColumns(columns: number | null): void {
  if (columns === null) local.remove(KEY);
  else local.set(KEY, String(columns));
  for (const watcher of watchers) watcher();
}

/** In how many columns the member looks at the fotos of a wall that has so many at most. */
export const useColumns = (most: number) => useSyncExternalStore(watch, () => read(most));

function watchWidth(watcher: () => void): () => void {
  window.addEventListener("resize", watcher);
  return () => window.removeEventListener("resize", watcher);
}

const mostOfWindow = () => COLUMNS + WIDE_PX.filter((width) => innerWidth >= width).length;

/** The most columns of the home wall in this window. */
export const useHomeColumns = () => useSyncExternalStore(watchWidth, mostOfWindow);

const GUTTER_PX = 4;
/** What stands under a foto has its place in the gutter of the only column. */
const STREAM_GUTTER_PX = 200;

export const gutterOf = (columns: number) => (columns === 1 ? STREAM_GUTTER_PX : GUTTER_PX);
