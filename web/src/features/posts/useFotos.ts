import { type PaginatedQueryArgs, type PaginatedQueryReference, usePaginatedQuery } from "convex/react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { PAGE_SIZE } from "./pages";

/** The server gives no more at a time. */
const MOST = 100;
const PREFIX = "fotos:";

/** Pages of a list of posts, live. Who comes back to it soon has as many as they had read, and finds their place. */
export function useFotos<Query extends PaginatedQueryReference>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
) {
  const { key } = useLocation();
  const [had] = useState(() => Number(sessionStorage.getItem(PREFIX + key)) || 0);
  const feed = usePaginatedQuery(query, args, { initialNumItems: next(had) });
  const count = feed.results.length;
  useEffect(() => {
    if (count > PAGE_SIZE) sessionStorage.setItem(PREFIX + key, String(count));
  }, [key, count]);
  return { ...feed, loadMore: () => feed.loadMore(next(had - count)) };
}

const next = (missing: number) => Math.max(PAGE_SIZE, Math.min(MOST, missing));
