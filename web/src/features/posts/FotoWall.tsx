import { usePaginatedQuery } from "convex/react";
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { api, type Post } from "../../api";
import { Masonry } from "../../ui/Masonry";
import { Foto } from "./Foto";
import styles from "./FotoWall.module.css";
import { PAGE_SIZE } from "./limits";
import { WallSkeleton } from "./WallSkeleton";

const TOP_PX = 160;
const EAGER = 9;

/** One nook's wall, live, newest first. `empty` shows when there is nothing on it. */
export function FotoWall({
  nook,
  label,
  empty,
  isVideo = false,
}: {
  nook: string;
  label: string;
  empty: ReactNode;
  isVideo?: boolean;
}) {
  const feed = usePaginatedQuery(
    api.posts.getPostsByNook,
    { nookType: nook, isVideo },
    { initialNumItems: PAGE_SIZE },
  );
  if (feed.status === "LoadingFirstPage") return <WallSkeleton />;
  if (feed.results.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <Wall posts={feed.results} label={label} />
      <Further
        more={feed.status === "CanLoadMore"}
        loading={feed.status === "LoadingMore"}
        onReach={() => feed.loadMore(PAGE_SIZE)}
      />
    </>
  );
}

/** New fotos slide in while one is at the top; further down they wait, so that what one looks at never jumps. */
function Wall({ posts, label }: { posts: Post[]; label: string }) {
  const atTop = useSyncExternalStore(watchScroll, isAtTop);
  const [head, setHead] = useState(posts[0]?._id);
  const waiting = Math.max(
    0,
    posts.findIndex((post) => post._id === head),
  );
  const isHeadGone = waiting === 0 && posts[0]?._id !== head;
  if ((atTop && waiting > 0) || isHeadGone) setHead(posts[0]?._id);
  const shown = atTop ? posts : posts.slice(waiting);
  return (
    <>
      {!atTop && waiting > 0 && <NewOnes count={waiting} />}
      <Masonry things={shown.map(shaped)} label={label}>
        {({ post }, index) => <Foto post={post} eager={index < EAGER} />}
      </Masonry>
    </>
  );
}

function NewOnes({ count }: { count: number }) {
  return (
    <div className={styles.float} role="status">
      <button type="button" className={styles.pill} onClick={() => scrollTo({ top: 0, behavior: "smooth" })}>
        {count === 1 ? "1 new foto" : `${count} new fotos`}
      </button>
    </div>
  );
}

/** Asks for the next page a good screen before its end is reached. */
function Further({ more, loading, onReach }: { more: boolean; loading: boolean; onReach: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!more || !end.current) return;
    const watcher = new IntersectionObserver(([seen]) => seen?.isIntersecting && onReach(), {
      rootMargin: "1200px 0px",
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  });
  return (
    <div ref={end} className={styles.end}>
      {loading && <WallSkeleton rows={1} />}
    </div>
  );
}

const shaped = (post: Post) => ({ id: post._id, shape: post.height / Math.max(1, post.width), post });

const isAtTop = () => window.scrollY < TOP_PX;

function watchScroll(watcher: () => void): () => void {
  window.addEventListener("scroll", watcher, { passive: true });
  return () => window.removeEventListener("scroll", watcher);
}
