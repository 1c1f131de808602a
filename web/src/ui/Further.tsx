import { type ReactNode, useEffect, useRef } from "react";

/**
 * The end of a list that goes on. Asks for the next page a good screen before it is reached; `children` show while it
 * comes.
 */
export function Further({
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
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && onReach(), {
      rootMargin: "1200px 0px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });
  return <div ref={end}>{status === "LoadingMore" && children}</div>;
}
