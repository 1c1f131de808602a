import { type ReactNode, useDeferredValue, useRef, useState } from "react";
import { arrange, emptyPlan, lowest, type Place, places, type Shaped } from "../lib/masonry";
import styles from "./Masonry.module.css";
import { type Seen, useSeen } from "./useSeen";

const COLUMNS = 3;
const GUTTER_PX = 4;
/** Fewer than these are all drawn. */
const FEW = 60;
/** As many are drawn at once; the others follow while the page answers already. */
const AT_ONCE = 9;

/**
 * Three columns in which nothing ever changes its column; space is reserved from each thing's shape before anything
 * loads. The list stays in reading order; only its drawing is in columns. Of a long list, only what is near the
 * screen is drawn.
 */
export function Masonry<Thing extends Shaped>({
  things,
  label,
  children,
}: {
  things: readonly Thing[];
  label: string;
  children: (thing: Thing, index: number) => ReactNode;
}) {
  const [plan, setPlan] = useState(() => arrange(emptyPlan(COLUMNS), things));
  const next = arrange(plan, things);
  if (next !== plan) setPlan(next);
  const frame = useRef<HTMLDivElement>(null);
  const seen = useSeen(frame, things.length > FEW);
  const found = places(next, things);
  const end = lowest(found, things);
  const [focused, setFocused] = useState("");
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, AT_ONCE);
  return (
    <div className={styles.frame} ref={frame}>
      <ul className={styles.wall} aria-label={label} style={variables({ end: end.offset, gaps: end.above })}>
        {things.map((thing, index) => {
          if (index >= drawn) return null;
          const place = found[index] ?? { column: 0, offset: 0, above: 0 };
          // Where the focus is stays: whoever scrolls away from it goes on from there with the next key.
          if (thing.id !== focused && !isNear(place, thing.shape, index, seen)) return null;
          return (
            <li
              key={thing.id}
              className={styles.place}
              style={variables({ ...place, shape: thing.shape })}
              aria-setsize={things.length}
              aria-posinset={index + 1}
              onFocus={() => setFocused(thing.id)}
            >
              {children(thing, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function isNear({ offset, above }: Place, shape: number, index: number, seen: Seen | null): boolean {
  if (!seen) return index < FEW;
  const unit = (seen.width - (COLUMNS - 1) * GUTTER_PX) / COLUMNS;
  const top = offset * unit + above * GUTTER_PX;
  return top < seen.to && top + shape * unit > seen.from;
}

const variables = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, String(value)]));
