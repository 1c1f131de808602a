import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { type Corner, followed, moved, panned, resized, zoomed } from "./crop";
import type { Crop } from "./edits";

/** A change to whatever the cut is by then: fingers are faster than the screen. */
export type CropStep = (cut: Crop) => Crop;

interface Point {
  x: number;
  y: number;
}

/** The part under the finger at its start: a corner, the box, or the photograph beside it. */
type Grip = Corner | "box" | "photo";

const WHEEL_SPEED = 0.002;
const LINE_PX = 16;

/** Fingers and wheels on the stage: one finger moves or resizes the box or pushes the photograph, two pinch it. */
export function useCropGestures(stage: RefObject<HTMLElement | null>, change: (step: CropStep) => void) {
  const fingers = useRef(new Map<number, Point>());
  const grip = useRef<Grip>("photo");
  useWheel(stage, (factor, focus) =>
    change((cut) => ({ ...cut, ...zoomed(cut.view, cut.box, factor, focus) })),
  );

  function take(event: PointerEvent<HTMLElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    const held = (event.target as HTMLElement).closest<HTMLElement>("[data-grip]");
    grip.current = (held?.dataset.grip as Grip | undefined) ?? "photo";
  }

  function move(event: PointerEvent<HTMLElement>): void {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const frame = event.currentTarget.getBoundingClientRect();
    const [first, second] = [...fingers.current.values()];
    fingers.current.set(event.pointerId, now);
    const held = grip.current;
    const still = first === before ? second : first;
    if (second && still) change((cut) => pinchedCrop(cut, still, before, now, frame));
    else change((cut) => dragged(cut, held, before, now, frame));
  }

  const release = (event: PointerEvent) => void fingers.current.delete(event.pointerId);
  return { onPointerDown: take, onPointerMove: move, onPointerUp: release, onPointerCancel: release };
}

const pointOf = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

function dragged(cut: Crop, grip: Grip, before: Point, now: Point, frame: DOMRect): Crop {
  const { view, box } = cut;
  const dx = (now.x - before.x) / frame.width / view.zoom;
  const dy = (now.y - before.y) / frame.height / view.zoom;
  if (grip === "photo") return { ...cut, ...panned(view, box, dx, dy) };
  const next = grip === "box" ? moved(box, dx, dy) : resized(box, grip, dx, dy);
  return { ...cut, box: next, view: followed(view, next) };
}

/** One finger holds still for the moment in which the other is heard, so that its way is the whole change. */
function pinchedCrop(cut: Crop, still: Point, before: Point, now: Point, frame: DOMRect): Crop {
  const factor = distance(still, now) / Math.max(1, distance(still, before));
  const focus = {
    x: ((still.x + now.x) / 2 - frame.left) / frame.width,
    y: ((still.y + now.y) / 2 - frame.top) / frame.height,
  };
  const { view, box } = zoomed(cut.view, cut.box, factor, focus);
  const dx = (now.x - before.x) / 2 / frame.width / view.zoom;
  const dy = (now.y - before.y) / 2 / frame.height / view.zoom;
  return { ...cut, ...panned(view, box, dx, dy) };
}

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

/** React listens to the wheel passively, and would let the page scroll away under the photograph. */
function useWheel(
  stage: RefObject<HTMLElement | null>,
  onZoom: (factor: number, focus: Point) => void,
): void {
  const zoom = useEffectEvent(onZoom);
  useEffect(() => {
    const place = stage.current;
    if (!place) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const frame = place.getBoundingClientRect();
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      zoom(Math.exp(-pixels * WHEEL_SPEED), {
        x: (event.clientX - frame.left) / frame.width,
        y: (event.clientY - frame.top) / frame.height,
      });
    };
    place.addEventListener("wheel", turn, { passive: false });
    return () => place.removeEventListener("wheel", turn);
  }, [stage]);
}
