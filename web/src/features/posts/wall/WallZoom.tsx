import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { prefersReducedMotion } from "../../../lib/motion";
import { onZoomWall, type ZoomDirection } from "../../../lib/zoomWall";
import type { Anchor } from "../../../ui/Masonry";
import { type ColumnsKey, showInColumns } from "./columns";

/** Fingers or a wheel change the columns each time they have drawn the wall so much larger or smaller. */
const FACTOR = 1.25;
/** Further than this a wall does not follow the fingers. */
const MOST_FACTOR = 2.2;
const WHEEL_SPEED = 0.01;
const WHEEL_END_MS = 160;
const FLIP_MS = 240;

interface Point {
  x: number;
  y: number;
}

/**
 * Two fingers, the wheel with Ctrl, and + and − show the fotos of a wall in fewer or more columns. In one column, and
 * on a wall without a choice of columns, they open the foto; fingers that are still down zoom it further. Draws nothing.
 */
export default function WallZoom({
  wall,
  anchor,
  columns,
  most,
  stored,
}: {
  wall: RefObject<HTMLElement | null>;
  anchor: RefObject<Anchor | null>;
  columns: number;
  most: number;
  stored: ColumnsKey | undefined;
}) {
  const last = useRef({ id: "", scrollY: -1 });
  const step = useEffectEvent((direction: ZoomDirection, at: Point): Shown => {
    const next = columns - direction;
    // On the way back, the wall is held by the foto by which it came, wherever that is now.
    const held = last.current.scrollY === window.scrollY ? last.current.id : null;
    const tile = wall.current && (tileOf(wall.current, held) ?? tileAt(wall.current, at));
    if (!wall.current || !tile || next > most) return "as before";
    if (next < 1 || !stored) {
      tile.click();
      return "the foto";
    }
    const { top, height } = tile.getBoundingClientRect();
    const before = placesOf(wall.current);
    anchor.current = { id: tile.dataset.foto ?? "", y: top + height / 2 };
    wall.current.style.transform = "";
    flushSync(() => showInColumns(stored, next === most ? null : next));
    last.current = { id: tile.dataset.foto ?? "", scrollY: window.scrollY };
    glide(wall.current, before);
    return "other columns";
  });
  useEffect(() => {
    const place = wall.current;
    if (!place) return;
    const end = new AbortController();
    listenToFingers(place, step, end.signal);
    listenToWheel(place, step, end.signal);
    const middle = () => ({ x: innerWidth / 2, y: innerHeight / 2 });
    const forget = onZoomWall((direction) => step(direction, focusOf(place) ?? middle()));
    return () => {
      forget();
      end.abort();
    };
  }, [wall]);
  return null;
}

type Shown = "as before" | "other columns" | "the foto";
type Step = (direction: ZoomDirection, at: Point) => Shown;

function listenToFingers(place: HTMLElement, step: Step, signal: AbortSignal): void {
  let began: { apart: number; at: Point } | null = null;
  let handOver: ((event: TouchEvent) => void) | null = null;
  const from = (first: Touch, second: Touch) => {
    began = { apart: Math.max(1, apartOf(first, second)), at: middleOf(first, second) };
    const { left, top } = place.getBoundingClientRect();
    place.style.transformOrigin = `${began.at.x - left}px ${began.at.y - top}px`;
  };
  let heard: TouchEvent | null = null;
  const start = ({ touches, changedTouches }: TouchEvent) => {
    // The tile under a finger may go when the columns change, and no other element hears of that finger then.
    for (const { target } of changedTouches) {
      target.addEventListener("touchmove", move, { passive: false, signal });
      target.addEventListener("touchend", finish, { signal });
      target.addEventListener("touchcancel", finish, { signal });
    }
    const [first, second] = touches;
    if (first && second && !handOver) from(first, second);
  };
  const move = (event: Event) => {
    if (!isTouch(event) || event === heard) return;
    heard = event;
    const [first, second] = event.touches;
    if (handOver) {
      event.preventDefault();
      handOver(event);
    } else if (began && first && second) {
      event.preventDefault();
      const factor = apartOf(first, second) / began.apart;
      const isFar = factor > FACTOR || factor < 1 / FACTOR;
      const shown = isFar ? step(factor > 1 ? 1 : -1, began.at) : "as before";
      if (shown === "as before")
        place.style.transform = `scale(${Math.min(MOST_FACTOR, Math.max(1 / MOST_FACTOR, factor))})`;
      else {
        place.style.transform = "";
        from(first, second);
      }
      if (shown === "the foto") handOver = toViewer();
    }
  };
  const finish = (event: Event) => {
    if (!isTouch(event) || event === heard) return;
    heard = event;
    handOver?.(event);
    // A foto still follows the last finger; a wall ends with the first that is lifted.
    if (event.touches.length > (handOver ? 0 : 1)) return;
    handOver = null;
    began = null;
    place.style.transform = "";
  };
  place.addEventListener("touchstart", start, { passive: true, signal });
}

const isTouch = (event: Event): event is TouchEvent => "touches" in event;

/** Hands fingers on to the viewer once it is there: touch events stay with the element on which they began. */
function toViewer(): (event: TouchEvent) => void {
  let stage: Element | null = null;
  const tell = (type: string, touches: Touch[]) =>
    stage?.dispatchEvent(new TouchEvent(type, { touches, bubbles: true, cancelable: true }));
  return (event) => {
    const touches = [...event.touches];
    if (stage) tell(event.type, touches);
    else {
      stage = document.querySelector("[data-shows]");
      for (const count of [1, 2]) if (touches.length === 2) tell("touchstart", touches.slice(0, count));
    }
  };
}

/** A pinch on a trackpad is a wheel with Ctrl. One pinch changes the columns once for each such factor. */
function listenToWheel(place: HTMLElement, step: Step, signal: AbortSignal): void {
  let turned = 0;
  let timer = 0;
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    turned -= event.deltaY * WHEEL_SPEED;
    if (Math.abs(turned) > Math.log(FACTOR)) {
      step(turned > 0 ? 1 : -1, { x: event.clientX, y: event.clientY });
      turned = 0;
    }
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      turned = 0;
    }, WHEEL_END_MS);
  };
  place.addEventListener("wheel", turn, { passive: false, signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}

const tilesOf = (wall: HTMLElement) => [...wall.querySelectorAll<HTMLElement>("[data-foto]")];

const placesOf = (wall: HTMLElement) =>
  new Map(tilesOf(wall).map((tile) => [tile.dataset.foto, tile.getBoundingClientRect()]));

const tileOf = (wall: HTMLElement, id: string | null) =>
  tilesOf(wall).find(({ dataset }) => dataset.foto === id);

/** The tile at this point, or the nearest one. */
function tileAt(wall: HTMLElement, { x, y }: Point): HTMLElement | undefined {
  const distance = (tile: HTMLElement) => {
    const { left, right, top, bottom } = tile.getBoundingClientRect();
    return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
  };
  return tilesOf(wall).reduce<HTMLElement | undefined>(
    (near, tile) => (near && distance(near) <= distance(tile) ? near : tile),
    undefined,
  );
}

/** The middle of the tile that has the focus. */
function focusOf(wall: HTMLElement): Point | null {
  const tile = wall.contains(document.activeElement) ? document.activeElement : null;
  const rect = tile?.closest("[data-foto]")?.getBoundingClientRect();
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : null;
}

/** Lets each tile come from where it was. */
function glide(wall: HTMLElement, before: ReturnType<typeof placesOf>): void {
  if (prefersReducedMotion()) return;
  for (const tile of tilesOf(wall)) {
    const from = before.get(tile.dataset.foto);
    const to = tile.getBoundingClientRect();
    if (!from || to.bottom < 0 || to.top > innerHeight) continue;
    const [dx, dy] = [
      from.x + from.width / 2 - to.x - to.width / 2,
      from.y + from.height / 2 - to.y - to.height / 2,
    ];
    const start = `translate(${dx}px, ${dy}px) scale(${from.width / to.width})`;
    tile.animate([{ transform: start }, { transform: "none" }], {
      duration: FLIP_MS,
      easing: "cubic-bezier(0.2, 0, 0, 1)",
    });
  }
}

const apartOf = (a: Touch, b: Touch) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
const middleOf = (a: Touch, b: Touch): Point => ({
  x: (a.clientX + b.clientX) / 2,
  y: (a.clientY + b.clientY) / 2,
});
