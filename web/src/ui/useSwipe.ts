import { type TouchEvent, useRef } from "react";

const THRESHOLD_PX = 50;

export interface Swipes {
  left?: () => void;
  right?: () => void;
  up?: () => void;
  down?: () => void;
}

/** Handlers for one finger's swipe over 50 pixels, in the direction it moved most. */
export function useSwipe(swipes: Swipes) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches[0];
      start.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const finger = changedTouches[0];
      start.current = null;
      if (!from || !finger) return;
      directionOf(finger.clientX - from.x, finger.clientY - from.y, swipes)?.();
    },
  };
}

function directionOf(x: number, y: number, { left, right, up, down }: Swipes) {
  const isSideways = Math.abs(x) > Math.abs(y);
  if (Math.max(Math.abs(x), Math.abs(y)) <= THRESHOLD_PX) return undefined;
  if (isSideways) return x < 0 ? left : right;
  return y < 0 ? up : down;
}
