import { type CSSProperties, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import type { Grid, ProfileId } from "../../api";
import * as words from "../../locales/carousel";
import { Link } from "../../ui/Link";
import { Covered } from "../safety/Covered";
import { CarouselControls } from "./CarouselControls";
import styles from "./GridCarousel.module.css";
import { GridPicture } from "./GridPicture";
import { useOpenGrid } from "./openGrid";
import { useCarouselGestures } from "./useCarouselGestures";

/** Grids further from the current one than this are not rendered. */
const NEAR = 2;
/** How ARIA says that there are more than are here. */
const UNKNOWN = -1;
const SIZES = "78vw";

/**
 * A member's grids in a row, one in the middle and its neighbours at the edges. `onNearEnd` asks for more while there
 * are more; until then the total is unknown.
 */
export function GridCarousel({
  grids,
  label,
  author,
  at,
  isMore,
  onTurn,
  onNearEnd,
}: {
  grids: readonly Grid[];
  label: string;
  author: ProfileId;
  at: number;
  isMore: boolean;
  onTurn: (to: number) => void;
  onNearEnd: () => void;
}) {
  const stage = useRef<HTMLElement>(null);
  const turning = useCarouselGestures({ place: stage, axis: "across", at, count: grids.length, onTurn });
  const isNearEnd = at + NEAR >= grids.length - 1;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  });
  return (
    <section
      ref={stage}
      className={styles.carousel}
      aria-roledescription={words.carousel()}
      aria-label={label}
      {...turning}
    >
      <ul className={styles.track}>
        {grids.map((grid, index) =>
          Math.abs(index - at) > NEAR ? null : (
            <Item
              key={grid._id}
              grid={grid}
              author={author}
              index={index}
              at={at}
              count={isMore ? UNKNOWN : grids.length}
              onTurn={onTurn}
            />
          ),
        )}
      </ul>
      <CarouselControls
        thing="grid"
        axis="across"
        at={at}
        count={grids.length}
        isMore={isMore}
        onTurn={onTurn}
      />
    </section>
  );
}

function Item({
  grid,
  author,
  index,
  at,
  count,
  onTurn,
}: {
  grid: Grid;
  author: ProfileId;
  index: number;
  at: number;
  count: number;
  onTurn: (to: number) => void;
}) {
  const { link } = useOpenGrid();
  const isCurrent = index === at;
  const place = useFocusThatTurns(isCurrent);
  // A click on a neighbour moves it to the middle; by keyboard, the arrows do that.
  const turn = (event: MouseEvent) => {
    event.preventDefault();
    onTurn(index);
  };
  return (
    <li
      className={styles.item}
      style={{ "--away": index - at } as CSSProperties}
      data-current={isCurrent || undefined}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isCurrent || undefined}
    >
      <Covered of={{ ...grid, profileId: author }} as={isCurrent ? "tile" : "nothing"}>
        <Link
          ref={place}
          {...link(grid._id)}
          className={styles.open}
          {...(isCurrent
            ? { "aria-label": words.openGrid({ number: index + 1 }) }
            : { tabIndex: -1, "aria-hidden": true, onClick: turn })}
        >
          <GridPicture layout={grid.layout} images={grid.images} sizes={SIZES} eager={isCurrent} />
        </Link>
      </Covered>
    </li>
  );
}

/** The focus goes on with the turn, if it was on a grid; the keys would else turn once and never again. */
function useFocusThatTurns(isCurrent: boolean) {
  const place = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    const row = place.current?.closest("ul");
    if (isCurrent && row?.contains(document.activeElement)) place.current?.focus({ preventScroll: true });
  }, [isCurrent]);
  return place;
}
