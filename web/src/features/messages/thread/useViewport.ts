import { type RefObject, useLayoutEffect, useState } from "react";
import type { Viewport } from "./windowing";

/** Scrolling less than this draws nothing anew. */
const STEP_PX = 400;

/** How far the list is scrolled from its end. */
export const fromEndOf = (list: HTMLElement) => Math.max(0, -list.scrollTop);

/** The viewport, in steps. */
export function useViewport(list: RefObject<HTMLElement | null>): Viewport {
  const [view, setView] = useState<Viewport>({ fromEnd: 0, height: 0 });
  useLayoutEffect(() => {
    const target = list.current;
    if (!target) return;
    const look = () => {
      const fromEnd = Math.floor(fromEndOf(target) / STEP_PX) * STEP_PX;
      const height = target.clientHeight + STEP_PX;
      setView((before) =>
        before.fromEnd === fromEnd && before.height === height ? before : { fromEnd, height },
      );
    };
    look();
    const size = new ResizeObserver(look);
    size.observe(target);
    target.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      target.removeEventListener("scroll", look);
    };
  }, [list]);
  return view;
}
