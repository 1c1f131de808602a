import type { PaginatedQueryArgs, PaginatedQueryReference } from "convex/react";
import { useDeferredValue, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Post } from "../../api";
import type { Spot } from "../../lib/livePages";
import type { Shaped } from "../../lib/masonry";
import { session } from "../../lib/storage";
import { useAtTop } from "../../ui/useAtTop";
import { type LivePages, useLivePages } from "../../ui/useLivePages";
import { PAGE_SIZE } from "./pages";

/** The server gives no more at a time. */
const MOST = 100;
const PREFIX = "fotos:";

/** A list of posts as a wall shows it. */
export type Feed = LivePages<Post, Spot & Shaped>;

/**
 * A list of posts, live. What is new slides in while one is at the top; further down it waits, so that what one looks at
 * never jumps. Who comes back soon has as many as they had read, and finds their place.
 */
export function useFotos<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
): Feed {
  const { key } = useLocation();
  const [had] = useState(() => Number(session.get(PREFIX + key)) || 0);
  const isSteady = !useAtTop();
  // Drawn in slices: a page of fotos is more than fits between two frames.
  const feed = useDeferredValue(useLivePages(query, args, { first: next(had), placeOf, isSteady }));
  const count = feed.places.length;
  useEffect(() => {
    if (count > PAGE_SIZE) session.set(PREFIX + key, String(count));
  }, [key, count]);
  return { ...feed, loadMore: () => feed.loadMore(next(had - count)) };
}

const next = (missing: number) => Math.max(PAGE_SIZE, Math.min(MOST, missing));

const placeOf = ({ _id, height, width }: Post): Spot & Shaped => ({
  id: _id,
  shape: height / Math.max(1, width),
});
