import { type ReactNode, useEffect, useRef } from "react";

/** Less than a screen, or a phone would load the second page right after the first. */
const AHEAD = "75% 0px";

/** The end of a list that goes on. Asks for the next page shortly before it is reached; `children` show while it comes. */
export function LoadMore({
  status,
  onReach,
  children,
}: {
  status: "LoadingFirstPage" | "CanLoadMore" | "LoadingMore" | "Exhausted";
  onReach: () => void;
  children?: ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (status !== "CanLoadMore" || !end.current) return;
    // A busy browser tells several things at once, and the last of them is how it is now.
    const watcher = new IntersectionObserver((seen) => seen.at(-1)?.isIntersecting && onReach(), {
      rootMargin: AHEAD,
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });
  return <div ref={end}>{status === "LoadingMore" && children}</div>;
}
