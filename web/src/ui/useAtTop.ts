import { useSyncExternalStore } from "react";

const TOP_PX = 160;

/** Whether the page is scrolled to its top, as of the last scroll event. */
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
