import { useEffect } from "react";
import { keepFeed, MOST } from "./keptFeed";
import type { Feed } from "./useFotos";

/** After the fotos themselves have come. */
const PATIENCE_MS = 2_000;

/** Keeps what a feed shows for reading it without a network. */
export default function FeedKept({ nook, feed }: { nook: string; feed: Feed }) {
  const { places, itemOf } = feed;
  useEffect(() => {
    const posts = places.slice(0, MOST).flatMap(({ id }) => itemOf(id) ?? []);
    if (posts.length === 0) return;
    let isOver = false;
    const timer = setTimeout(() => void keepFeed(nook, posts, () => isOver), PATIENCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [nook, places, itemOf]);
  return null;
}
