import { onStep } from "../lib/history";

/** A screen that takes longer does not get the focus: the member has moved on by then. */
const PATIENCE_MS = 5_000;
/** While a page is busy, its heading is a placeholder. */
const HEADING = 'main:not([aria-busy="true"]) h1';

let waiting = new AbortController();

/** After each step to another screen the focus goes to its heading, so that screen readers announce the screen. */
export function followFocus(): void {
  let { pathname } = window.location;
  onStep(({ place }) => {
    if (place.pathname === pathname) return;
    pathname = place.pathname;
    awaitHeading(document.querySelector(HEADING));
  });
}

/** The previous screen stays until the next screen's code has loaded, so its heading is not the awaited one. */
function awaitHeading(before: Element | null): void {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const stop = () => waiting.signal === signal && waiting.abort();
  const look = () => {
    const heading = document.querySelector<HTMLElement>(HEADING);
    if (!heading || heading === before || isSomewhere()) return;
    heading.tabIndex = -1;
    // The router restores the scroll position.
    heading.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const sign of ["keydown", "pointerdown"]) addEventListener(sign, stop, { signal, capture: true });
  signal.addEventListener("abort", () => {
    watcher.disconnect();
    clearTimeout(timer);
  });
}

/** Whether the focus already is in the new screen, in the first cards beside it, or in a field of an overlay. */
const isSomewhere = () => document.activeElement?.closest('main, aside, [role="dialog"]') != null;
