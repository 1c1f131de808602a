import { type TouchEvent, useRef } from "react";
import { directionSign } from "../lib/direction";

const THRESHOLD_PX = 50;

export interface Swipes {
  /** To the next item in reading direction: the finger moves against it. */
  onwards?: () => void;
  back?: () => void;
  up?: () => void;
  down?: () => void;
}

/** Handlers for one finger's swipe over 50 pixels, in the direction it moved most. */
export function useSwipe(swipes: Swipes) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target, currentTarget }: TouchEvent) => {
      const finger = touches[0];
      // An open dialog passes its touches on, too.
      const isInside = currentTarget.contains(target as Node);
      start.current =
        finger && isInside && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches, currentTarget }: TouchEvent) => {
      const from = start.current;
      const finger = changedTouches[0];
      start.current = null;
      if (!from || !finger) return;
      const along = directionSign(currentTarget) * (finger.clientX - from.x);
      directionOf(along, finger.clientY - from.y, swipes)?.();
    },
  };
}

function directionOf(along: number, y: number, { onwards, back, up, down }: Swipes) {
  const isSideways = Math.abs(along) > Math.abs(y);
  if (Math.max(Math.abs(along), Math.abs(y)) <= THRESHOLD_PX) return undefined;
  if (isSideways) return along < 0 ? onwards : back;
  return y < 0 ? up : down;
}
