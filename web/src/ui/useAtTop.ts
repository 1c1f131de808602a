import { useSyncExternalStore } from "react";

const TOP_PX = 160;

/** Whether one is at the top of the page, as of the last time that it was scrolled. */
export const useAtTop = () => useSyncExternalStore(watchScroll, isAtTop);

/** To ask in between would have the whole page laid out for it. */
let atTopNow = true;
const isAtTop = () => atTopNow;

function watchScroll(watcher: () => void): () => void {
  const look = () => {
    atTopNow = window.scrollY < TOP_PX;
    watcher();
  };
  const frame = requestAnimationFrame(look);
  window.addEventListener("scroll", look, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("scroll", look);
  };
}
