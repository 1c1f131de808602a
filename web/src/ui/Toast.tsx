import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import styles from "./Toast.module.css";

/** One toast at a time: a new one takes the old one's place. */
interface Said {
  title: string;
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

/** Says something for a moment (`stay` in milliseconds), under a title where it has one. */
export function toast(
  words: string,
  { tone = "plain" as Said["tone"], title = "", stay = STAY_MS } = {},
): void {
  clearTimeout(timer);
  show({ title, words, tone });
  timer = setTimeout(() => show(null), stay);
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Beside the app in the page, so that no dialog, which is also there, covers what is said. */
export function Toasts() {
  const said = useSyncExternalStore(watch, () => now);
  return createPortal(
    <div className={styles.place} role="status" aria-live="polite">
      {said && (
        <p key={said.words} className={`${styles.toast} ${styles[said.tone]}`}>
          {said.title && <strong>{said.title}</strong>} <span>{said.words}</span>
        </p>
      )}
    </div>,
    document.body,
  );
}
