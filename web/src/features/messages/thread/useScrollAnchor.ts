import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { prefersReducedMotion, scrollBehavior } from "../../../lib/motion";
import type { ItemPosition } from "./messageRows";
import { fromEndOf } from "./useViewport";

/** Nearer to the end than this, the member counts as reading the end. */
const NEAR_PX = 120;
const SLIDE_MS = 240;
const SLIDE_MOST_PX = 400;

/** The newest stored row, and the newest of all: a refused message stays at the end, whatever arrives. */
export function newestRows(
  pending: readonly ItemPosition[],
  stored: readonly ItemPosition[],
): ItemPosition[] {
  return [stored[0], pending[0] ?? stored[0]].filter((row) => row !== undefined);
}

/** The row at the end that was not there before; undefined at the first render. */
export function newRowIn(
  lasts: readonly ItemPosition[],
  known: ReadonlySet<string>,
): ItemPosition | undefined {
  return known.size === 0 ? undefined : lasts.findLast(({ key }) => !known.has(key));
}

/** Smoothly, but not through thousands of rows. */
export function scrollToEnd(list: HTMLElement | null): void {
  if (!list) return;
  const near = 2 * list.clientHeight;
  if (fromEndOf(list) > near) list.scrollTop = -near;
  list.scrollTo({ top: 0, behavior: scrollBehavior() });
}

/** The lowest line in the view, and how far its upper edge is from the content's end: its time may go from its foot. */
interface Anchor {
  row: Element;
  fromEnd: number;
}

function anchorOf(list: HTMLElement, content: HTMLElement): Anchor | null {
  const edge = list.getBoundingClientRect().bottom;
  const rows = [...content.querySelectorAll("[data-key]")];
  const row = rows.findLast((one) => one.getBoundingClientRect().top < edge);
  return row ? { row, fromEnd: distance(row, content) } : null;
}

const distance = (row: Element, content: HTMLElement) =>
  content.getBoundingClientRect().bottom - row.getBoundingClientRect().top;

interface Parts {
  list: RefObject<HTMLElement | null>;
  content: RefObject<HTMLDivElement | null>;
}

/** After each render: keeps the anchor row in its place, or lets new rows slide in. */
export function useScrollAnchor(
  { list, content }: Parts,
  lasts: readonly ItemPosition[],
  setHasNew: (hasNew: boolean) => void,
): void {
  const anchor = useRef<Anchor | null>(null);
  const known = useRef(new Set<string>());
  const before = useRef(0);
  useLayoutEffect(() => {
    const box = list.current;
    const inside = content.current;
    if (!box || !inside) return;
    const height = inside.offsetHeight;
    const news = newRowIn(lasts, known.current);
    if (!isNearEnd(box)) restoreAnchor(box, inside, anchor.current);
    else if (news) slide(box, inside, height - before.current);
    if (news && !isNearEnd(box)) {
      if (news.isOwn) scrollToEnd(box);
      else setHasNew(true);
    }
    for (const { key } of lasts) known.current.add(key);
    before.current = height;
    anchor.current = anchorOf(box, inside);
  });
  useOnScroll({ list, content }, (box, inside) => {
    anchor.current = anchorOf(box, inside);
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

function restoreAnchor(list: HTMLElement, content: HTMLElement, anchor: Anchor | null): void {
  if (!anchor?.row.isConnected) return;
  const moved = distance(anchor.row, content) - anchor.fromEnd;
  if (Math.abs(moved) >= 1) list.scrollTop -= moved;
}

/** Scrolls to the end at once, and animates the visible rows there. */
function slide(list: HTMLElement, content: HTMLElement, grown: number): void {
  const way = Math.min(SLIDE_MOST_PX, Math.max(0, grown) + fromEndOf(list));
  list.scrollTop = 0;
  if (way > 0 && !prefersReducedMotion())
    content.animate([{ transform: `translateY(${way}px)` }, { transform: "none" }], {
      duration: SLIDE_MS,
      easing: "cubic-bezier(0.2, 0, 0, 1)",
    });
}
