import { useSyncExternalStore } from "react";
import { local } from "../../../lib/storage";

export const MOST_COLUMNS = 3;
const KEY = "columns";
const watchers = new Set<() => void>();

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function read(): number {
  const kept = Number(local.get(KEY));
  return kept >= 1 && kept < MOST_COLUMNS ? kept : MOST_COLUMNS;
}

/** Shows fotos in so many columns from now on, in this browser. */
export function showInColumns(columns: number): void {
  local.set(KEY, String(columns));
  for (const watcher of watchers) watcher();
}

/** In how many columns the member looks at fotos. */
export const useColumns = () => useSyncExternalStore(watch, read);

const GUTTER_PX = 4;
/** What stands under a foto has its place in the gutter of the only column. */
const STREAM_GUTTER_PX = 172;

export const gutterOf = (columns: number) => (columns === 1 ? STREAM_GUTTER_PX : GUTTER_PX);
