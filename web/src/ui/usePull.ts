import { type TouchEvent, useRef, useState } from "react";
import { directionSign } from "../lib/direction";
import { prefersReducedMotion } from "../lib/motion";
import { SWIPE_PX } from "../lib/swipe";

/** From here on a finger goes sideways or scrolls, and stays with it. */
const DECIDED_PX = 8;
/** A swipe from the edge of the screen is the browser's or the system's way back. */
const EDGE_PX = 24;
const RETURN_MS = 240;

interface Pull {
  x: number;
  y: number;
  /** How far it is pulled; 1 or -1 is far enough. Null until the finger goes sideways. */
  share: number | null;
}

/**
 * A finger pulls an element sideways, and acts if it is let go far enough. The element's style moves it by `--pull`,
 * from -1 to 1 in reading direction, and needs `touch-action: pan-y`.
 *
 * @param act Null if there is nothing to do.
 * @param isBothWays Whether it is pulled against the reading direction as well.
 */
export function usePull(act: (() => void) | null, isBothWays = false) {
  const pull = useRef<Pull | null>(null);
  const [isPulled, setPulled] = useState(false);

  function start(event: TouchEvent): void {
    const { touches, currentTarget } = event;
    const finger = touches[0];
    pull.current = null;
    if (!finger || touches.length > 1 || isOverlaid(event)) return;
    if (fromStart(finger.clientX, currentTarget) < EDGE_PX) return;
    pull.current = { x: finger.clientX, y: finger.clientY, share: null };
  }

  function move({ touches, currentTarget }: TouchEvent<HTMLElement>): void {
    const { current } = pull;
    const finger = touches[0];
    if (!current || !finger) return;
    const along = directionSign(currentTarget) * (finger.clientX - current.x);
    if (current.share === null) {
      const across = Math.abs(finger.clientY - current.y);
      const wanted = isBothWays ? Math.abs(along) : along;
      if (Math.max(Math.abs(along), across) < DECIDED_PX) return;
      if (across >= wanted) {
        pull.current = null;
        return;
      }
      setPulled(true);
    }
    current.share = Math.min(1, Math.max(isBothWays ? -1 : 0, along / SWIPE_PX));
    currentTarget.style.setProperty("--pull", String(current.share));
  }

  function end({ currentTarget }: TouchEvent<HTMLElement>, isMeant: boolean): void {
    const share = pull.current?.share;
    pull.current = null;
    if (share === null || share === undefined) return;
    const from = getComputedStyle(currentTarget).transform;
    currentTarget.style.removeProperty("--pull");
    setPulled(false);
    if (!prefersReducedMotion())
      currentTarget.animate([{ transform: from }, { transform: "none" }], {
        duration: RETURN_MS,
        easing: "cubic-bezier(0.2, 0, 0, 1)",
      });
    if (isMeant && Math.abs(share) === 1) act?.();
  }

  if (!act) return { isPulled: false, handlers: {} };
  return {
    isPulled,
    handlers: {
      onTouchStart: start,
      onTouchMove: move,
      onTouchEnd: (event: TouchEvent<HTMLElement>) => end(event, true),
      onTouchCancel: (event: TouchEvent<HTMLElement>) => end(event, false),
    },
  };
}

/** React passes on what happens in a popup that the element has opened. */
export const isOverlaid = ({ currentTarget, target }: { currentTarget: Element; target: EventTarget }) =>
  !currentTarget.contains(target as Node);

/** How far a finger is from the edge at which lines begin. */
const fromStart = (x: number, element: Element) => (directionSign(element) === 1 ? x : window.innerWidth - x);
