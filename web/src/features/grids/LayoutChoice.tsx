import type { CSSProperties } from "react";
import * as words from "../../locales/gridCreation";
import styles from "./LayoutChoice.module.css";
import { aspectOf, LAYOUTS, type Layout, type LayoutName } from "./layouts";
import { takes } from "./rules";

/** The layouts, each drawn as it is. */
export function LayoutChoice({
  value,
  onChange,
}: {
  value: LayoutName | null;
  onChange: (layout: LayoutName) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{words.layout()}</legend>
      <div className={styles.row}>
        {LAYOUTS.map((layout) => (
          <label key={layout.name} className={styles.layout}>
            <input
              type="radio"
              name="layout"
              value={layout.name}
              checked={value === layout.name}
              onChange={() => onChange(layout.name)}
              aria-label={layout.name}
              translate="no"
              aria-describedby={`${layout.name}-takes`}
            />
            <Drawing layout={layout} />
            <span className={styles.name} translate="no">
              {layout.name}
            </span>
            <span id={`${layout.name}-takes`} className="visually-hidden">
              {takes(layout.name)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const SIDE = 40;
const GAP = 2;

function Drawing({ layout }: { layout: Layout }) {
  const aspect = aspectOf(layout);
  const [width, height] = aspect >= 1 ? [SIDE, SIDE / aspect] : [SIDE * aspect, SIDE];
  const [x, y] = [(width + GAP) / layout.columns, (height + GAP) / layout.rows];
  return (
    <svg
      className={styles.drawing}
      viewBox={`0 0 ${width} ${height}`}
      style={{ width, height } as CSSProperties}
      aria-hidden="true"
    >
      {layout.cells.map((cell) => (
        <rect
          key={`${cell.column} ${cell.row}`}
          x={cell.column * x}
          y={cell.row * y}
          width={cell.columns * x - GAP}
          height={cell.rows * y - GAP}
          rx="1.5"
          fill="currentColor"
        />
      ))}
    </svg>
  );
}
