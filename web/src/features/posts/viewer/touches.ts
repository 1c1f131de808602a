import type { FotoSurface } from "./FotoSurface";
import type { Point } from "./view";

/** Less than this is a finger that trembles. */
const SLOP_PX = 8;
const TAP_MS = 300;
const DOUBLE_MS = 280;
const NEAR_PX = 40;
/** The height of a video's controls, at its foot. */
const CONTROLS_PX = 72;
/** A finger that rests for so long before it is lifted flings nothing. */
const RECENT_MS = 100;
const WHEEL_SPEED = 0.01;
const LINE_PX = 16;
const WHEEL_END_MS = 160;

/** What a finger does, decided by its first way. */
type Doing = "nothing yet" | "pan" | "turn" | "draw down" | "scroll";

interface Trace extends Point {
  at: number;
}

/**
 * Hands fingers, mouse and wheel on the stage to the surface. Touch events, not pointer events: only they can leave a
 * scroll to the browser after the first move. Answers how to stop listening.
 */
export function listenTo(stage: HTMLElement, surface: FotoSurface): () => void {
  const end = new AbortController();
  const { signal } = end;
  const taps = tapListener(surface);
  const finger = fingerListener(stage, surface, taps);
  stage.addEventListener("touchstart", finger.start, { passive: true, signal });
  stage.addEventListener("touchmove", finger.move, { passive: false, signal });
  stage.addEventListener("touchend", finger.end, { passive: false, signal });
  stage.addEventListener("touchcancel", finger.end, { passive: false, signal });
  listenToMouse(stage, surface, taps, signal);
  listenToWheel(stage, surface, signal);
  return () => {
    taps.forget();
    end.abort();
  };
}

function fingerListener(stage: HTMLElement, surface: FotoSurface, taps: Taps) {
  let doing: Doing = "nothing yet";
  let began: Trace | null = null;
  let last: Point[] = [];
  let traces: Trace[] = [];
  let hadTwo = false;

  function start(event: TouchEvent): void {
    last = pointsOf(event);
    if (last.length === 1 && isForFingers(event)) {
      surface.halt();
      doing = "nothing yet";
      hadTwo = false;
      began = { ...(last[0] as Point), at: event.timeStamp };
      traces = [began];
    }
    if (last.length !== 2) return;
    hadTwo = true;
    if (doing === "turn") surface.drawTurn(0);
    doing = "pan";
  }

  function move(event: TouchEvent): void {
    const points = pointsOf(event);
    const [first, second] = points;
    const [before, beforeToo] = last;
    if (first && second && before && beforeToo) {
      event.preventDefault();
      surface.pinch(
        apart(first, second) / Math.max(1, apart(before, beforeToo)),
        between(before, beforeToo),
        between(first, second),
      );
    } else if (first && before && began) one(event, first, before, began);
    last = points;
  }

  function one(event: TouchEvent, now: Point, before: Point, from: Trace): void {
    const way = { x: now.x - from.x, y: now.y - from.y };
    if (doing === "nothing yet") doing = decided(way, surface, scrollTopOf(stage));
    if (doing === "nothing yet" || doing === "scroll") return;
    if (event.cancelable) event.preventDefault();
    traces = [...traces, { ...now, at: event.timeStamp }].filter(
      ({ at }) => event.timeStamp - at < RECENT_MS,
    );
    if (doing === "pan") surface.pan({ x: now.x - before.x, y: now.y - before.y });
    if (doing === "turn") surface.drawTurn(way.x);
    if (doing === "draw down") surface.drawDown(way);
  }

  function finish(event: TouchEvent): void {
    last = pointsOf(event);
    if (last.length > 0 || !began) return;
    const velocity = velocityOf(traces, event.timeStamp);
    const isTap = doing === "nothing yet" && !hadTwo && event.timeStamp - began.at < TAP_MS;
    const from = began;
    began = null;
    if (doing === "turn") surface.endTurn(velocity.x);
    else if (doing === "draw down") surface.endDown(velocity);
    else if (isTap && event.type === "touchend" && isFree(event.target)) {
      event.preventDefault(); // the mouse events that would follow are the same tap
      taps.tap(from);
    } else surface.settle(velocity);
  }

  return { start, move, end: finish };
}

function decided(way: Point, surface: FotoSurface, scrollTop: number): Doing {
  if (Math.hypot(way.x, way.y) < SLOP_PX) return "nothing yet";
  if (surface.isZoomed) return "pan";
  if (Math.abs(way.x) > Math.abs(way.y)) return "turn";
  return way.y > 0 && scrollTop <= 0 ? "draw down" : "scroll";
}

interface Taps {
  tap: (at: Trace) => void;
  forget: () => void;
}

/** One tap hides or shows what is around the foto, two zoom. */
function tapListener(surface: FotoSurface): Taps {
  let first: Trace | null = null;
  let timer = 0;
  const forget = () => {
    clearTimeout(timer);
    first = null;
  };
  const tap = (at: Trace) => {
    const isSecond = first && at.at - first.at < DOUBLE_MS + TAP_MS && apart(first, at) < NEAR_PX;
    forget();
    if (isSecond) {
      surface.toggleZoom(at);
      return;
    }
    first = at;
    timer = window.setTimeout(() => {
      forget();
      surface.toggleClear();
    }, DOUBLE_MS);
  };
  return { tap, forget };
}

function listenToMouse(stage: HTMLElement, surface: FotoSurface, taps: Taps, signal: AbortSignal): void {
  let from: Trace | null = null;
  let last: Point | null = null;
  let hasMoved = false;
  stage.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || !isFree(event.target)) return;
      event.preventDefault(); // dragging would take the picture along, and select words
      surface.halt();
      from = { x: event.clientX, y: event.clientY, at: event.timeStamp };
      last = from;
      hasMoved = false;
      stage.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  stage.addEventListener(
    "pointermove",
    ({ clientX: x, clientY: y }) => {
      if (!from || !last) return;
      hasMoved ||= apart(from, { x, y }) > SLOP_PX;
      if (hasMoved && surface.isZoomed) surface.pan({ x: x - last.x, y: y - last.y });
      last = { x, y };
    },
    { signal },
  );
  const end = ({ type }: Event) => {
    if (!from) return;
    if (hasMoved) surface.settle();
    else if (type === "pointerup") taps.tap(from);
    from = null;
  };
  stage.addEventListener("pointerup", end, { signal });
  stage.addEventListener("pointercancel", end, { signal });
}

/** A pinch on a trackpad is a wheel with Ctrl. */
function listenToWheel(stage: HTMLElement, surface: FotoSurface, signal: AbortSignal): void {
  let timer = 0;
  const turn = (event: WheelEvent) => {
    if (!event.ctrlKey && !surface.isZoomed) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const at = { x: event.clientX, y: event.clientY };
    if (event.ctrlKey) surface.pinch(Math.exp(-event.deltaY * unit * WHEEL_SPEED), at, at);
    else surface.pan({ x: -event.deltaX * unit, y: -event.deltaY * unit });
    clearTimeout(timer);
    timer = window.setTimeout(() => surface.settle(), WHEEL_END_MS);
  };
  stage.addEventListener("wheel", turn, { passive: false, signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}

const pointsOf = ({ touches }: TouchEvent): Point[] =>
  [...touches].map(({ clientX, clientY }) => ({ x: clientX, y: clientY }));

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** In pixels per second, at the end of the way: a finger that goes back before it is lifted flings nothing. */
function velocityOf(traces: readonly Trace[], now: number): Point {
  const [before, last] = traces.slice(-2);
  const seconds = before && last ? (last.at - before.at) / 1000 : 0;
  if (!before || !last || seconds <= 0 || now - last.at > RECENT_MS) return { x: 0, y: 0 };
  return { x: (last.x - before.x) / seconds, y: (last.y - before.y) / seconds };
}

/** Buttons, links and a video's controls on the stage have their own taps. */
const isFree = (target: EventTarget | null) =>
  target instanceof Element && !target.closest("button, a, video, input, textarea");

const scrollTopOf = (stage: HTMLElement) => stage.closest("[data-scrolls]")?.scrollTop ?? 0;

/** Fingers move a video as well, except where it has its controls. */
function isForFingers({ target, touches }: TouchEvent): boolean {
  const video = target instanceof Element && target.closest("video");
  const [finger] = touches;
  if (!video || !finger) return isFree(target);
  return finger.clientY < video.getBoundingClientRect().bottom - CONTROLS_PX;
}
