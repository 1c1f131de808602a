/** Further than this, in pixels, and a touch is a swipe. */
export const SWIPE_PX = 50;

/** Calls back after a vertical swipe on the page that did not scroll it. Answers how to stop listening. */
export function onVerticalSwipe(act: () => void): () => void {
  let began: { x: number; y: number; scroll: number } | null = null;
  const end = new AbortController();
  const start = ({ touches }: TouchEvent) => {
    const touch = touches[0];
    began =
      touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, scroll: window.scrollY } : null;
  };
  const finish = ({ changedTouches }: TouchEvent) => {
    const touch = changedTouches[0];
    if (!began || !touch) return;
    const down = Math.abs(touch.clientY - began.y);
    const isScrolled = window.scrollY !== began.scroll;
    if (down > SWIPE_PX && down > Math.abs(touch.clientX - began.x) && !isScrolled) act();
    began = null;
  };
  window.addEventListener("touchstart", start, { passive: true, signal: end.signal });
  window.addEventListener("touchend", finish, { passive: true, signal: end.signal });
  return () => end.abort();
}
