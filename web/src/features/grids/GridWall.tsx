import { type ReactNode, useCallback, useEffect } from "react";
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
  const most = useTwoPanes() ? 3 : 2;
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  const render = ({ id, isDeleted }: GridPosition, index: number) => {
    const grid = itemOf(id);
    if (isDeleted) return null;
    if (!grid) return <div className={styles.blank} />;
    return (
      <Covered of={{ ...grid, profileId: author }}>
        <Link {...link(grid._id)} className={styles.open} aria-label={words.openGrid({ number: index + 1 })}>
          <GridPicture layout={grid.layout} images={grid.images} sizes={SIZES} eager={index < EAGER} />
        </Link>
      </Covered>
    );
  };
  return (
    <div className={styles.wall}>
      <PageNewestPill count={waiting.length} noun="grid" />
      {positions.length > 1 && positions.length <= most ? (
        <OneRow {...{ positions, label, onVisibleRange, render }} />
      ) : (
        <Masonry
          things={positions}
          label={label}
          columns={most}
          gutter={GUTTER_PX}
          onVisibleRange={onVisibleRange}
        >
          {render}
        </Masonry>
      )}
      <LoadMore status={status} onReach={onReachEnd} />
    </div>
  );
}

/** Few grids fill the width together, all as high. */
function OneRow({
  positions,
  label,
  onVisibleRange,
  render,
}: {
  positions: readonly GridPosition[];
  label: string;
  onVisibleRange: (from: number, to: number) => void;
  render: (position: GridPosition, index: number) => ReactNode;
}) {
  const last = positions.length - 1;
  useEffect(() => {
    onVisibleRange(0, last);
  }, [last, onVisibleRange]);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: its items have no marks, and without those Safari does not read it out as a list.
    <ul role="list" data-content className={styles.row} aria-label={label}>
      {positions.map((position, index) => (
        <li key={position.id} style={{ flexGrow: 1 / position.shape, aspectRatio: 1 / position.shape }}>
          {render(position, index)}
        </li>
      ))}
    </ul>
  );
}
