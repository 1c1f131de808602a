import { useEffect } from "react";
import type { Post } from "../../api";

/** After the fotos themselves have come. */
const PATIENCE_MS = 2_000;

/** Keeps what a feed shows for reading it without a network. */
export function useFeedKept(nook: string, posts: readonly Post[]): void {
  useEffect(() => {
    if (posts.length === 0) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const { keepFeed } = await import("./keptFeed");
      await keepFeed(nook, posts, () => isOver);
    }, PATIENCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [nook, posts]);
}
