import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { ListItem } from "../lib/paginatedList";
import type { PaginatedList } from "./usePaginatedSubscription";

/**
 * The rows of a list, one `li` for each item. Pages out of sight are unsubscribed (see `usePaginatedSubscription`)
 * and keep their height; `gone` renders a deleted item, so that nothing moves.
 */
export function LongList<Item, Position extends ListItem>({
  list: { pages, itemOf, setVisibleRange },
  className,
  gone,
  blank,
  children,
}: {
  list: Pick<PaginatedList<Item, Position>, "pages" | "itemOf" | "setVisibleRange">;
  className?: string | undefined;
  gone?: (id: string) => ReactNode;
  /** Stands for an item whose page is unsubscribed: in a grid of equal rows, later items keep their column. */
  blank?: (id: string) => ReactNode;
  children: (item: Item) => ReactNode;
}) {
  const frame = useRef<HTMLUListElement>(null);
  const [room] = useState(() => new WeakMap<readonly Position[], number>());
  const rows = pages.map((page) => {
    if (blank && isResting(page, itemOf)) return page.map(({ id }) => blank(id));
    if (isResting(page, itemOf)) return [<Room key={page[0]?.id} height={room.get(page) ?? 0} />];
    return page.flatMap(({ id, isDeleted }) => {
      const item = itemOf(id);
      if (item) return [children(item)];
      return isDeleted && gone ? [gone(id)] : [];
    });
  });
  const counts = rows.map(({ length }) => length).join(" ");
  // Before any other code can measure the new rows and take them for the old ones.
  useLayoutEffect(() => {
    const look = () => {
      if (!frame.current) return;
      const { tops, gap } = topsOf(frame.current, counts.split(" ").map(Number));
      for (const [at, page] of pages.entries())
        if (!isResting(page, itemOf)) room.set(page, (tops[at + 1] ?? 0) - (tops[at] ?? 0) - gap);
      setVisibleRange("rows", seen(pages, tops));
    };
    return onMove(look);
  }, [pages, itemOf, setVisibleRange, counts, room]);
  return (
    <ul ref={frame} className={className}>
      {rows}
    </ul>
  );
}

const isResting = (page: readonly ListItem[], itemOf: (id: string) => unknown) =>
  page.some(({ isDeleted }) => !isDeleted) && page.every(({ id }) => !itemOf(id));

const Room = ({ height }: { height: number }) => <li aria-hidden="true" style={{ height }} />;

/** The top of each page and the end of the last, in pixels from the top of the screen; and the gap between two rows. */
function topsOf(list: HTMLElement, counts: readonly number[]): { tops: number[]; gap: number } {
  const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
  const end = (list.lastElementChild?.getBoundingClientRect().bottom ?? 0) + gap;
  let first = 0;
  const tops = counts.map((count) => {
    const row = list.children[first];
    first += count;
    return row?.getBoundingClientRect().top ?? end;
  });
  return { tops: [...tops, end], gap };
}

/** The first and the last place on the screen. */
function seen(pages: readonly (readonly ListItem[])[], tops: readonly number[]): [number, number] | null {
  const isOn = (at: number) => (tops[at + 1] ?? 0) > 0 && (tops[at] ?? 0) < window.innerHeight;
  const on = pages.flatMap((_, at) => (isOn(at) ? [at] : []));
  const [first, last] = [on[0], on.at(-1)];
  if (first === undefined || last === undefined) return null;
  const before = (at: number) => pages.slice(0, at).reduce((sum, page) => sum + page.length, 0);
  return [before(first), Math.max(before(first), before(last + 1) - 1)];
}

/** Calls `look` in the next frame, and in each in which anything is scrolled or has another size. */
function onMove(look: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  soon();
  const options = { capture: true, passive: true };
  document.addEventListener("scroll", soon, options);
  window.addEventListener("resize", soon);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("scroll", soon, options);
    window.removeEventListener("resize", soon);
  };
}
