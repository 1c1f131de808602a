import { useSyncExternalStore } from "react";
import styles from "./Toast.module.css";

/** One toast at a time: a new one takes the old one's place. */
interface Said {
  words: string;
  tone: "plain" | "danger";
}

const STAY_MS = 3_000;

let now: Said | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

function show(next: Said | null): void {
  now = next;
  for (const watcher of watchers) watcher();
}

export function toast(words: string, { tone = "plain" as Said["tone"], stay = STAY_MS } = {}): void {
  clearTimeout(timer);
  show({ words, tone });
  timer = setTimeout(() => show(null), stay);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function Toasts() {
  const said = useSyncExternalStore(watch, () => now);
  return (
    <div className={styles.place} role="status" aria-live="polite">
      {said && (
        <p key={said.words} className={`${styles.toast} ${styles[said.tone]}`}>
          {said.words}
        </p>
      )}
    </div>
  );
}
