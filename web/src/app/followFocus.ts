import { onStep } from "../lib/history";

/** A screen that has not come by then does not get the focus any more: one has gone on to something else. */
const PATIENCE_MS = 5_000;
/** While a page is busy, its heading is one that stands in for the real one. */
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
    // Where one was reading is the router's matter.
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

/** Whether the focus already stands in the new screen, or in what lies over it: a field that asked for it, for example. */
const isSomewhere = () => document.activeElement?.closest('main, [role="dialog"]') != null;
