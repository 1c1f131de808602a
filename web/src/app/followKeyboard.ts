/** Less than this is not a keyboard: a bar of the browser, or a rounding. */
const LEAST_PX = 80;

/**
 * Writes down how much of the page an on-screen keyboard covers, and how far the browser pushed the page up for it, for
 * what is fixed to the window: `--covered` and `--pushed`. Browsers that shrink the page instead, as the viewport of
 * index.html asks, cover nothing.
 */
export function followKeyboard(): void {
  const view = window.visualViewport;
  if (!view) return;
  const { style } = document.documentElement;
  let wasKeyboard = false;
  const look = () => {
    const covered = window.innerHeight - view.height - view.offsetTop;
    // A page that is zoomed with two fingers is smaller, too.
    const isKeyboard = view.scale === 1 && window.innerHeight - view.height > LEAST_PX;
    style.setProperty("--covered", isKeyboard ? `${Math.max(0, Math.round(covered))}px` : null);
    style.setProperty("--pushed", isKeyboard ? `${Math.max(0, Math.round(view.offsetTop))}px` : null);
    // What has less height now may have scrolled the field away for which the keyboard came.
    if (isKeyboard && !wasKeyboard) document.activeElement?.scrollIntoView({ block: "nearest" });
    wasKeyboard = isKeyboard;
  };
  view.addEventListener("resize", look);
  view.addEventListener("scroll", look);
}
