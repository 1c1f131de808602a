import { type ReactNode, useState } from "react";
import { arrange, emptyPlan, lowest, places, type Shaped } from "../lib/masonry";
import styles from "./Masonry.module.css";

const COLUMNS = 3;

/**
 * Three columns in which nothing ever changes its column; space is reserved from each thing's shape before anything
 * loads. The list stays in reading order; only its drawing is in columns.
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
  const found = places(next, things);
  const end = lowest(found, things);
  return (
    <div className={styles.frame}>
      <ul className={styles.wall} aria-label={label} style={variables({ end: end.offset, gaps: end.above })}>
        {things.map((thing, index) => (
          <li key={thing.id} className={styles.place} style={placed(found[index], thing.shape)}>
            {children(thing, index)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function placed(place: { column: number; offset: number; above: number } | undefined, shape: number) {
  return variables({
    column: place?.column ?? 0,
    offset: place?.offset ?? 0,
    above: place?.above ?? 0,
    shape,
  });
}

const variables = (values: Record<string, number>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`--${name}`, String(value)]));
