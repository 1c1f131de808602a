import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { isCalm, smoothly } from "../../lib/motion";
import { fromEndOf } from "./useView";

/** Nearer to the end than this, one reads the end. */
const NEAR_PX = 120;
const SLIDE_MS = 240;
const SLIDE_MOST_PX = 400;

/** The newest line. */
export interface Last {
  key: string;
  isOwn: boolean;
}

/** Smoothly, but not through thousands of lines. */
export function toEnd(list: HTMLElement | null): void {
  if (!list) return;
  const near = 2 * list.clientHeight;
  if (fromEndOf(list) > near) list.scrollTop = -near;
  list.scrollTo({ top: 0, behavior: smoothly() });
}

/** The lowest line in the view, and how far its lower edge is from the content's. */
interface Held {
  line: Element;
  fromEnd: number;
}

function held(list: HTMLElement, content: HTMLElement): Held | null {
  const edge = list.getBoundingClientRect().bottom;
  const lines = [...content.querySelectorAll("[data-key]")];
  const line = lines.findLast((one) => one.getBoundingClientRect().top < edge);
  return line ? { line, fromEnd: distance(line, content) } : null;
}

const distance = (line: Element, content: HTMLElement) =>
  content.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom;

interface Parts {
  list: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
}

/** After each drawing: keeps the held line in its place, or lets what is new slide in. */
export function useStaying(
  { list, content }: Parts,
  last: Last | undefined,
  setHasNew: (hasNew: boolean) => void,
): void {
  const holding = useRef<Held | null>(null);
  const before = useRef<{ key: string | undefined; height: number }>({ key: undefined, height: 0 });
  useLayoutEffect(() => {
    const box = list.current;
    const inside = content.current;
    if (!box || !inside) return;
    const height = inside.offsetHeight;
    const { key, height: former } = before.current;
    const isNew = key !== undefined && last !== undefined && key !== last.key;
    if (!isNearEnd(box)) stay(box, inside, holding.current);
    else if (isNew) slide(box, inside, height - former);
    if (isNew && !isNearEnd(box)) {
      if (last.isOwn) toEnd(box);
      else setHasNew(true);
    }
    before.current = { key: last?.key, height };
    holding.current = held(box, inside);
  });
  useOnScroll({ list, content }, (box, inside) => {
    holding.current = held(box, inside);
    if (isNearEnd(box)) setHasNew(false);
  });
}

const isNearEnd = (list: HTMLElement) => fromEndOf(list) < NEAR_PX;

function useOnScroll(
  { list, content }: Parts,
  look: (list: HTMLElement, content: HTMLElement) => void,
): void {
  const onScroll = useEffectEvent(look);
  useEffect(() => {
    const box = list.current;
    const inside = content.current;
    if (!box || !inside) return;
    const scrolled = () => onScroll(box, inside);
    box.addEventListener("scroll", scrolled, { passive: true });
    return () => box.removeEventListener("scroll", scrolled);
  }, [list, content]);
}

function stay(list: HTMLElement, content: HTMLElement, holding: Held | null): void {
  if (!holding?.line.isConnected) return;
  const moved = distance(holding.line, content) - holding.fromEnd;
  if (Math.abs(moved) >= 1) list.scrollTop -= moved;
}

/** To the end at once, and what one sees goes there smoothly. */
function slide(list: HTMLElement, content: HTMLElement, grown: number): void {
  const way = Math.min(SLIDE_MOST_PX, Math.max(0, grown) + fromEndOf(list));
  list.scrollTop = 0;
  if (way > 0 && !isCalm())
    content.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], {
      duration: SLIDE_MS,
      easing: "cubic-bezier(0.2, 0, 0, 1)",
    });
}
