import { useCallback } from "react";
import type { Grid, ProfileId } from "../../api";
import * as words from "../../locales/carousel";
import { Link } from "../../ui/Link";
import { LoadMore } from "../../ui/LoadMore";
import { Masonry } from "../../ui/Masonry";
import PageNewestPill from "../../ui/PageNewestPill";
import { useTwoPanes } from "../../ui/useMedia";
import type { PaginatedList } from "../../ui/usePaginatedSubscription";
import { Covered } from "../safety/Covered";
import { GridPicture } from "./GridPicture";
import styles from "./GridWall.module.css";
import type { GridPosition } from "./gridPosition";
import { useOpenGrid } from "./openGrid";

/** Wider than the gutter inside a grid, so that each is seen as one picture. */
const GUTTER_PX = 20;
const EAGER = 6;
const SIZES = "(min-width: 1100px) 500px, 45vw";

/** A member's grids beside each other, whole. New ones wait above while the page is scrolled down. */
export function GridWall({
  list,
  label,
  author,
  onReachEnd,
}: {
  list: PaginatedList<Grid, GridPosition>;
  label: string;
  author: ProfileId;
  onReachEnd: () => void;
}) {
  const { positions, itemOf, waiting, status, setVisibleRange } = list;
  const { link } = useOpenGrid();
  // Few grids fill the row.
  const columns = Math.max(2, Math.min(useTwoPanes() ? 3 : 2, positions.length));
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  return (
    <div className={styles.wall}>
      <PageNewestPill count={waiting.length} noun="grid" />
      <Masonry
        things={positions}
        label={label}
        columns={columns}
        gutter={GUTTER_PX}
        onVisibleRange={onVisibleRange}
      >
        {({ id, isDeleted }, index) => {
          const grid = itemOf(id);
          if (isDeleted) return null;
          if (!grid) return <div className={styles.blank} />;
          return (
            <Covered of={{ ...grid, profileId: author }}>
              <Link
                {...link(grid._id)}
                className={styles.open}
                aria-label={words.openGrid({ number: index + 1 })}
              >
                <GridPicture layout={grid.layout} images={grid.images} sizes={SIZES} eager={index < EAGER} />
              </Link>
            </Covered>
          );
        }}
      </Masonry>
      <LoadMore status={status} onReach={onReachEnd} />
    </div>
  );
}
