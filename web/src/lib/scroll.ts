import { session } from "./storage";

const PREFIX = "scroll:";
/** A page of a wall may take this long on a slow connection; a move of the reader ends it earlier. */
const PATIENCE_MS = 10_000;

/** Remembers how far down this entry of the history was read. */
export function saveScrollPosition(key: string): void {
  session.set(PREFIX + key, String(Math.round(window.scrollY)));
}

/**
 * Scrolls to the position of the entry `key`, or to the top. Content may still be loading, so it follows the page as
 * it grows, until the position is reached, the reader moves, or the page has not grown for a while. Answers how to
 * stop.
 */
export function restoreScrollPosition(key: string | null): () => void {
  const wanted = Number((key && session.get(PREFIX + key)) || 0);
  const end = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end.abort(), PATIENCE_MS);
    window.scrollTo(0, wanted);
    if (Math.abs(window.scrollY - wanted) <= 1) end.abort();
  };
  window.history.scrollRestoration = "manual";
  go();
  if (end.signal.aborted) {
    clearTimeout(timer);
    return () => {};
  }
  const growth = new ResizeObserver(go);
  growth.observe(document.body);
  for (const touch of ["wheel", "touchstart", "keydown", "pointerdown"])
    window.addEventListener(touch, () => end.abort(), { signal: end.signal, passive: true });
  end.signal.addEventListener("abort", () => {
    growth.disconnect();
    clearTimeout(timer);
  });
  return () => end.abort();
}
