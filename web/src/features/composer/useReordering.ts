import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import { directionSign } from "../../lib/direction";
import type { Composition } from "./useComposition";

/** A pointer that has moved so far drags; before that it may still be a click. */
const DRAG_PX = 6;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Drags and keys that move a foto among the others. `moved` says where the last one went. */
export function useReordering(strip: RefObject<HTMLElement | null>, own: Composition) {
  const [held, setHeld] = useState<{ key: string; from: number } | null>(null);
  const [isDragging, setDragging] = useState(false);
  const [moved, setMoved] = useState<{ number: number; count: number } | null>(null);
  const count = own.fotos.length;

  function move(key: string, to: number): void {
    const at = own.fotos.findIndex((foto) => foto.key === key);
    if (to === at || to < 0 || to >= count) return;
    own.move(key, to);
    setMoved({ number: to + 1, count });
  }

  const drag = useEffectEvent((x: number) => {
    if (!held || !strip.current) return;
    if (!isDragging && Math.abs(x - held.from) < DRAG_PX) return;
    setDragging(true);
    move(held.key, placeAt(strip.current, x, count));
  });
  const letGo = useEffectEvent(() => {
    setHeld(null);
    setDragging(false);
  });
  useEffect(() => {
    if (!held) return;
    const end = new AbortController();
    const { signal } = end;
    // On the window: a foto that changes its place in the page loses the pointer.
    window.addEventListener("pointermove", (event) => drag(event.clientX), { signal });
    for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, letGo, { signal });
    return () => end.abort();
  }, [held]);

  return {
    dragged: isDragging ? held?.key : undefined,
    moved,
    take(event: PointerEvent, key: string): void {
      // A finger on another foto scrolls.
      const isScroll = event.pointerType === "touch" && key !== own.shown.key;
      if (event.button === 0 && !isScroll) setHeld({ key, from: event.clientX });
    },
    press(event: KeyboardEvent, key: string): void {
      const step = STEPS[event.key];
      if (!step || !event.shiftKey) return;
      event.preventDefault();
      const at = own.fotos.findIndex((foto) => foto.key === key);
      move(key, at + step * directionSign(event.currentTarget));
    },
  };
}

/** The place among the fotos that is at this point of the screen. */
function placeAt(strip: HTMLElement, x: number, count: number): number {
  const tiles = [...strip.children].slice(0, count);
  const isReversed = directionSign(strip) < 0;
  const before = tiles.filter((tile) => {
    const { left, width } = tile.getBoundingClientRect();
    return isReversed ? left + width / 2 > x : left + width / 2 < x;
  });
  return Math.min(before.length, count - 1);
}
