import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from "react";
import { directionSign } from "../../lib/direction";
import { useSwipe } from "../../ui/useSwipe";

/** One turn of the wheel is many events; those that follow within this time belong to the same one. */
const WHEEL_PAUSE_MS = 320;
const WHEEL_LEAST = 8;

const KEYS = {
  across: { ArrowLeft: -1, ArrowRight: 1 },
  down: { ArrowUp: -1, ArrowDown: 1 },
};

/**
 * Turns a carousel by one with a swipe over 50 pixels, the arrow keys or the wheel, along its axis. Across, the next
 * item lies in reading direction. At an end, the wheel scrolls the page again, so that the carousel is no trap.
 */
export function useCarouselGestures({
  place,
  axis,
  at,
  count,
  onTurn,
}: {
  place: RefObject<HTMLElement | null>;
  axis: "across" | "down";
  at: number;
  count: number;
  onTurn: (to: number) => void;
}) {
  const by = (step: number): boolean => {
    const to = at + step;
    if (to < 0 || to >= count) return false;
    onTurn(to);
    return true;
  };
  const onwards = () => void by(1);
  const back = () => void by(-1);
  useWheel(place, by);
  const swipes = useSwipe(axis === "across" ? { onwards, back } : { up: onwards, down: back });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = (KEYS[axis] as Record<string, number>)[event.key];
    const way = axis === "across" ? directionSign(event.currentTarget) : 1;
    if (step && by(way * step)) event.preventDefault();
  };
  return { ...swipes, onKeyDown };
}

function useWheel(place: RefObject<HTMLElement | null>, by: (step: number) => boolean): void {
  const turn = useEffectEvent(by);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let until = 0;
    const wheel = (event: WheelEvent) => {
      const { deltaX, deltaY, ctrlKey } = event;
      const delta = Math.abs(deltaX) > Math.abs(deltaY) ? directionSign(element) * deltaX : deltaY;
      if (ctrlKey || Math.abs(delta) < WHEEL_LEAST) return;
      const isSame = event.timeStamp < until;
      if (!isSame && !turn(Math.sign(delta))) return;
      event.preventDefault();
      until = event.timeStamp + WHEEL_PAUSE_MS;
    };
    // React adds passive listeners, which cannot keep the page from scrolling as well.
    element.addEventListener("wheel", wheel, { passive: false });
    return () => element.removeEventListener("wheel", wheel);
  }, [place]);
}
