import type { PaginatedQueryArgs, PaginatedQueryReference } from "convex/react";
import { useDeferredValue, useEffect, useState } from "react";
import type { Post } from "../../api";
import type { Shaped } from "../../lib/masonry";
import type { CachedPage, ListItem } from "../../lib/paginatedList";
import { CACHED_WALLS, session } from "../../lib/storage";
import { useLocation } from "../../ui/Router";
import { useAtTop } from "../../ui/useAtTop";
import { type PaginatedList, usePaginatedSubscription } from "../../ui/usePaginatedSubscription";
import { PAGE_SIZE } from "./pages";

/** The most positions of one wall that a tab caches. */
const MOST_CACHED = 5_000;

type FotoPosition = ListItem & Shaped;

/** A list of posts as a wall shows it. */
export type Feed = PaginatedList<Post, FotoPosition>;

/**
 * A list of posts, live. New ones slide in while the member is at the top; further down they wait, so that the
 * visible part never jumps. A wall that was read before has its whole length at once, and queries only the visible
 * pages.
 */
export function useFotos<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
): Feed {
  const { key } = useLocation();
  const entry = `${CACHED_WALLS}${key}:${JSON.stringify(args)}`;
  const [before] = useState(() => cachedPagesOf(entry));
  const freezeLayout = !useAtTop();
  // Drawn in slices: a page of fotos is more than fits between two frames.
  const feed = useDeferredValue(
    usePaginatedSubscription(query, args, {
      first: PAGE_SIZE,
      positionOf,
      freezeLayout,
      before,
      showsFailure: true,
    }),
  );
  const { positions, pagesToCache } = feed;
  useEffect(() => {
    if (positions.length > PAGE_SIZE && positions.length <= MOST_CACHED)
      session.set(entry, JSON.stringify(pagesToCache()));
  }, [entry, positions, pagesToCache]);
  return feed;
}

function cachedPagesOf(entry: string): CachedPage<FotoPosition>[] | undefined {
  const text = session.get(entry);
  return text === null ? undefined : JSON.parse(text);
}

const positionOf = ({ _id, height, width }: Post): FotoPosition => ({
  id: _id,
  shape: height / Math.max(1, width),
});
