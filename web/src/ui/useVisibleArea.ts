import { type RefObject, useCallback, useEffect, useState } from "react";

/** How much of an element is worth drawing, in pixels from its top, and its width. */
export interface VisibleArea {
  from: number;
  to: number;
  width: number;
}

/** Scrolling less than this draws nothing anew. */
const STEP_PX = 400;
const BEYOND_SCREENS = 1.5;

/**
 * The part of an element that is on the screen, and a good screen around it; null while `active` is off. Answers also how
 * to look again at once, after the page was moved.
 */
export function useVisibleArea(
  element: RefObject<HTMLElement | null>,
  active: boolean,
): [VisibleArea | null, () => void] {
  const [area, setArea] = useState<VisibleArea | null>(null);
  const look = useCallback(() => {
    const target = element.current;
    if (!active || !target) return setArea(null);
    const { top, width } = target.getBoundingClientRect();
    const step = Math.floor(-top / STEP_PX) * STEP_PX;
    const beyond = BEYOND_SCREENS * window.innerHeight;
    const next = { from: step - beyond, to: step + STEP_PX + window.innerHeight + beyond, width };
    setArea((before) => (before?.from === next.from && before.width === width ? before : next));
  }, [element, active]);
  useEffect(() => {
    const target = element.current;
    look();
    if (!active || !target) return;
    const size = new ResizeObserver(look);
    size.observe(target);
    window.addEventListener("scroll", look, { passive: true });
    return () => {
      size.disconnect();
      window.removeEventListener("scroll", look);
    };
  }, [element, active, look]);
  return [area, look];
}
