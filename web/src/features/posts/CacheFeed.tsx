import { useEffect } from "react";
import { cacheFeed, MOST } from "./feedCache";
import type { Feed } from "./useFotos";

/** After the fotos themselves have come. */
const PATIENCE_MS = 2_000;

/** Caches the posts of a feed for offline reading. */
export default function CacheFeed({ nook, feed }: { nook: string; feed: Feed }) {
  const { positions, itemOf } = feed;
  useEffect(() => {
    const posts = positions.slice(0, MOST).flatMap(({ id }) => itemOf(id) ?? []);
    if (posts.length === 0) return;
    let isOver = false;
    const timer = setTimeout(() => void cacheFeed(nook, posts, () => isOver), PATIENCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [nook, positions, itemOf]);
  return null;
}
