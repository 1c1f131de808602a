import { type CSSProperties, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Grid } from "../../api";
import styles from "./GridCarousel.module.css";
import { GridPicture } from "./GridPicture";
import { useOpenGrid } from "./openGrid";
import { Turns } from "./Turns";
import { useTurning } from "./useTurning";

/** Further from the current one than this, and a grid is not drawn. */
const NEAR = 2;
const SIZES = "(min-width: 900px) 380px, 60vw";

/** A member's grids in a row, one in the middle and its neighbours at the edges. `onNearEnd` asks for more of them. */
export function GridCarousel({
  grids,
  label,
  at,
  onTurn,
  onNearEnd,
}: {
  grids: readonly Grid[];
  label: string;
  at: number;
  onTurn: (to: number) => void;
  onNearEnd: () => void;
}) {
  const stage = useRef<HTMLElement>(null);
  const turning = useTurning({ place: stage, axis: "across", at, count: grids.length, onTurn });
  const isNearEnd = at + NEAR >= grids.length - 1;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });
  return (
    <section
      ref={stage}
      className={styles.carousel}
      aria-roledescription="carousel"
      aria-label={label}
      {...turning}
    >
      <ul className={styles.track}>
        {grids.map((grid, index) =>
          Math.abs(index - at) > NEAR ? null : (
            <Item key={grid._id} grid={grid} index={index} at={at} count={grids.length} onTurn={onTurn} />
          ),
        )}
      </ul>
      <Turns thing="grid" axis="across" at={at} count={grids.length} onTurn={onTurn} />
    </section>
  );
}

function Item({
  grid,
  index,
  at,
  count,
  onTurn,
}: {
  grid: Grid;
  index: number;
  at: number;
  count: number;
  onTurn: (to: number) => void;
}) {
  const { link } = useOpenGrid();
  const isCurrent = index === at;
  const picture = <GridPicture layout={grid.layout} images={grid.images} sizes={SIZES} eager={isCurrent} />;
  return (
    <li
      className={styles.item}
      style={{ "--away": index - at } as CSSProperties}
      data-current={isCurrent || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isCurrent || undefined}
    >
      {isCurrent ? (
        <Link {...link(grid._id)} className={styles.open} aria-label={`Open grid ${index + 1}`}>
          {picture}
        </Link>
      ) : (
        // Whoever points at a neighbour wants it in the middle; by keyboard, the arrows do that.
        <button type="button" className={styles.open} tabIndex={-1} aria-hidden onClick={() => onTurn(index)}>
          {picture}
        </button>
      )}
    </li>
  );
}
