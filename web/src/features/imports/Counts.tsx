import type { ReactElement } from "react";
import { formatNumber } from "../../lib/language";
import styles from "./Counts.module.css";

/** A line of figures: what it is, and how many or when. */
export type CountRow = readonly [words: string, value: number | string | ReactElement];

/** Figures under each other. Those that are zero are left out. */
export function Counts({ rows }: { rows: CountRow[] }) {
  const shown = rows.filter(([, value]) => value !== 0);
  if (shown.length === 0) return null;
  return (
    <dl className={styles.counts}>
      {shown.map(([words, value]) => (
        <div key={words}>
          <dt>{words}</dt>
          <dd>{typeof value === "number" ? formatNumber(value) : value}</dd>
        </div>
      ))}
    </dl>
  );
}
