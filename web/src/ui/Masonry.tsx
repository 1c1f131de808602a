import {
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { between, emptyLayout, type Layout, laidOut, lowest, type Shaped } from "../lib/masonry";
import styles from "./Masonry.module.css";
import { useVisibleArea, type VisibleArea } from "./useVisibleArea";

const COLUMNS = 3;
const GUTTER_PX = 4;
/** Fewer than these are all drawn. */
const FEW = 60;
/** Of a first page, which is no longer than this, as many are drawn at once as a phone shows; the others follow. */
const FIRST_PAGE = 36;
const AT_ONCE = 12;
const LATER_MS = 250;

/** The item whose middle stays at a height of the window, in pixels, when the columns change. */
export interface Anchor {
  id: string;
  y: number;
}

/**
 * Columns in which no item ever changes its column; space is reserved from each item's shape before anything
 * loads. The list stays in reading order; only its drawing is in columns. Of a long list, only the part near the
 * screen is rendered; `onVisibleRange` hears which part.
 */
export function Masonry<Thing extends Shaped>({
  things,
  label,
  columns = COLUMNS,
  gutter = GUTTER_PX,
  anchor,
  onVisibleRange,
  children,
}: {
  things: readonly Thing[];
  label: string;
  columns?: number;
  /** Between the items, in pixels. */
  gutter?: number;
  anchor?: RefObject<Anchor | null>;
  onVisibleRange?: (from: number, to: number) => void;
  children: (thing: Thing, index: number, column: number) => ReactNode;
}) {
  const [before, setLayout] = useState(() => laidOut(emptyLayout(columns), things));
  const layout = laidOut(before.ends.length === columns ? before : emptyLayout(columns), things);
  if (layout !== before) setLayout(layout);
  const frame = useRef<HTMLDivElement>(null);
  const [area, look] = useVisibleArea(frame, things.length > FEW);
  useAnchor({ frame, layout, gutter, anchor, onMoved: look });
  const [focused, setFocused] = useState("");
  const drawn = useDrawn(things.length);
  const near = nearOf(layout, area, gutter).filter((index) => index < drawn);
  useReportVisibleRange(near, things.length, onVisibleRange);
  const end = lowest(layout);
  return (
    <div ref={frame}>
      <ul
        // biome-ignore lint/a11y/noRedundantRoles: its items have no marks, and without those Safari does not read it out as a list.
        role="list"
        data-content
        className={styles.wall}
        aria-label={label}
        style={variables({
          end: end.offset,
          // What stands below the items of one column is in their gutters.
          gaps: end.above + (columns === 1 ? 1 : 0),
          columns,
          gutter: `${gutter}px`,
        })}
      >
        {withFocused(near, things, focused).map((index) => {
          const thing = things[index];
          return (
            thing && (
              <li
                key={thing.id}
                className={styles.place}
                style={variables({ ...layout.positions[index], shape: thing.shape })}
                aria-setsize={things.length}
                aria-posinset={index + 1}
                onFocus={() => setFocused(thing.id)}
              >
                {children(thing, index, layout.positions[index]?.column ?? 0)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** The focused item stays rendered: after scrolling away, the next key goes on from it. */
function withFocused(near: readonly number[], things: readonly Shaped[], focused: string): readonly number[] {
  const at = focused ? things.findIndex(({ id }) => id === focused) : -1;
  return at < 0 || near.includes(at) ? near : [...near, at].sort((a, b) => a - b);
}

/** Reports the range near the screen as soon as it is rendered. */
function useReportVisibleRange(
  near: readonly number[],
  count: number,
  onVisibleRange: ((from: number, to: number) => void) | undefined,
): void {
  const from = near[0] ?? 0;
  const to = near.at(-1) ?? 0;
  useEffect(() => {
    if (count > 0) onVisibleRange?.(from, to);
  }, [from, to, count, onVisibleRange]);
}

/**
 * How many items may be rendered: the others after the first have had time, or after a scroll, or on a return far
 * down.
 */
function useDrawn(count: number): number {
  const [isAll, setAll] = useState(count > FIRST_PAGE);
  useEffect(() => {
    const all = () => setAll(true);
    const timer = setTimeout(() => startTransition(all), LATER_MS);
    window.addEventListener("scroll", all, { once: true, passive: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", all);
    };
  }, []);
  return isAll ? count : AT_ONCE;
}

function nearOf(layout: Layout, area: VisibleArea | null, gutter: number): readonly number[] {
  if (!area) return layout.things.slice(0, FEW).map((_, index) => index);
  return between(layout, { from: area.from, to: area.to, unit: unitOf(layout, area.width, gutter), gutter });
}

/** How wide a column is, in pixels. */
const unitOf = ({ ends: { length } }: Layout, width: number, gutter: number) =>
  (width - (length - 1) * gutter) / length;

/** Moves the page when the columns have changed, before it is painted, so that one item stays where it was. */
function useAnchor({
  frame,
  layout,
  gutter,
  anchor,
  onMoved,
}: {
  frame: RefObject<HTMLElement | null>;
  layout: Layout;
  gutter: number;
  anchor: RefObject<Anchor | null> | undefined;
  onMoved: () => void;
}): void {
  const hold = useEffectEvent(() => {
    const index = layout.things.findIndex(({ id }) => id === anchor?.current?.id);
    const position = layout.positions[index];
    if (!frame.current || !anchor?.current || !position) return;
    const { top, width } = frame.current.getBoundingClientRect();
    const unit = unitOf(layout, width, gutter);
    const middle =
      (position.offset + (layout.things[index]?.shape ?? 0) / 2) * unit + position.above * gutter;
    window.scrollBy({ top: top + middle - anchor.current.y, behavior: "instant" });
    anchor.current = null;
    onMoved();
  });
  const columns = layout.ends.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the columns moves the page
  useLayoutEffect(() => hold(), [columns]);
}

const variables = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, String(value)]));
