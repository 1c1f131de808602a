import { prefersReducedMotion } from "./motion";

/** The page stands still for the next screen no longer than this; a slower one is cut to. */
const PATIENCE_MS = 100;

/**
 * Fades from the screen on the page to the one that `draw` draws. Without the View Transitions API, or with reduced
 * motion, it cuts.
 */
export function crossFade(draw: () => Promise<void>): void {
  if (prefersReducedMotion() || !("startViewTransition" in document)) return void draw();
  const { style } = document.documentElement;
  const { ready, finished } = document.startViewTransition(() => {
    // Browsers let nothing inside a named element be pressed. So only the picture of the old screen fades, over the new one.
    style.viewTransitionName = "none";
    return Promise.race([draw(), new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  });
  // The next step skips a fade that has not begun.
  ready.catch(() => undefined);
  void finished.then(() => {
    style.viewTransitionName = "";
  });
}
