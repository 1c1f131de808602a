import { type KeyboardEvent, type TouchEvent, useRef, useState } from "react";
import { directionSign } from "../../../lib/direction";
import { prefersReducedMotion } from "../../../lib/motion";
import { SWIPE_PX } from "../../../lib/swipe";
import { areShortcutsOn } from "../../shortcuts/settings";
import { keyOf } from "../../shortcuts/shortcutMap";

export const REPLY_KEY = "r";
/** From here on a finger goes sideways or scrolls, and stays with it. */
const DECIDED_PX = 8;
/** A swipe from the edge of the screen is the browser's or the system's way back. */
const EDGE_PX = 24;
const RETURN_MS = 240;

interface Pull {
  x: number;
  y: number;
  /** How far it is pulled; 1 is far enough. Null until the finger goes sideways. */
  share: number | null;
}

/** A finger that pulls a message in reading direction, and a key on it, reply to it. */
export function useReplyGestures(reply: (() => void) | null) {
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
      if (Math.max(Math.abs(along), across) < DECIDED_PX) return;
      if (across >= along) {
        pull.current = null;
        return;
      }
      setPulled(true);
    }
    current.share = Math.min(1, Math.max(0, along / SWIPE_PX));
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
    if (isMeant && share === 1) reply?.();
  }

  function press(event: KeyboardEvent): void {
    if (keyOf(event) !== REPLY_KEY || !areShortcutsOn() || isOverlaid(event)) return;
    event.preventDefault();
    reply?.();
  }

  if (!reply) return { isPulled: false, handlers: {} };
  return {
    isPulled,
    handlers: {
      onTouchStart: start,
      onTouchMove: move,
      onTouchEnd: (event: TouchEvent<HTMLElement>) => end(event, true),
      onTouchCancel: (event: TouchEvent<HTMLElement>) => end(event, false),
      onKeyDown: press,
    },
  };
}

/** React passes on what happens in a popup that a message has opened. */
const isOverlaid = ({ currentTarget, target }: TouchEvent | KeyboardEvent) =>
  !currentTarget.contains(target as Node);

/** How far a finger is from the edge at which lines begin. */
const fromStart = (x: number, element: Element) => (directionSign(element) === 1 ? x : window.innerWidth - x);
