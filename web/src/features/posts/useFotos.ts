import type { PaginatedQueryArgs, PaginatedQueryReference } from "convex/react";
import { useDeferredValue, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { Post } from "../../api";
import type { ReadPage, Spot } from "../../lib/livePages";
import type { Shaped } from "../../lib/masonry";
import { KEPT_WALLS, session } from "../../lib/storage";
import { useAtTop } from "../../ui/useAtTop";
import { type LivePages, useLivePages } from "../../ui/useLivePages";
import { PAGE_SIZE } from "./pages";

/** A tab keeps no more than so many places of one wall. */
const MOST_KEPT = 5_000;

type Place = Spot & Shaped;

/** A list of posts as a wall shows it. */
export type Feed = LivePages<Post, Place>;

/**
 * A list of posts, live. What is new slides in while one is at the top; further down it waits, so that what one looks at
 * never jumps. A wall that was read before has its whole length at once, and asks only for what is looked at.
 */
export function useFotos<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
): Feed {
  const { key } = useLocation();
  const entry = `${KEPT_WALLS}${key}:${JSON.stringify(args)}`;
  const [before] = useState(() => kept(entry));
  const isSteady = !useAtTop();
  // Drawn in slices: a page of fotos is more than fits between two frames.
  const feed = useDeferredValue(
    useLivePages(query, args, { first: PAGE_SIZE, placeOf, isSteady, before, showsFailure: true }),
  );
  const { places, read } = feed;
  useEffect(() => {
    if (places.length > PAGE_SIZE && places.length <= MOST_KEPT) session.set(entry, JSON.stringify(read()));
  }, [entry, places, read]);
  return feed;
}

function kept(entry: string): ReadPage<Place>[] | undefined {
  const text = session.get(entry);
  return text === null ? undefined : JSON.parse(text);
}

const placeOf = ({ _id, height, width }: Post): Place => ({
  id: _id,
  shape: height / Math.max(1, width),
});
