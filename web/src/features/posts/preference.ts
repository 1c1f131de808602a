import { useSyncExternalStore } from "react";
import { local } from "../../lib/storage";

export type FeedPreference = "all" | "sphere" | "cue" | "curators";

const KEY = "feedPreference";
const CHOICES: readonly string[] = ["all", "sphere", "cue", "curators"] satisfies FeedPreference[];
const watchers = new Set<() => void>();

function read(): FeedPreference {
  const kept = local.get(KEY);
  return kept && CHOICES.includes(kept) ? (kept as FeedPreference) : "all";
}

function store(preference: FeedPreference): void {
  local.set(KEY, preference);
  for (const watcher of watchers) watcher();
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  window.addEventListener("storage", watcher);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", watcher);
  };
};

/** The filter of the member's home feed, stored in this browser, the same in all its tabs. */
export function useFeedPreference(): [FeedPreference, (preference: FeedPreference) => void] {
  return [useSyncExternalStore(watch, read), store];
}
