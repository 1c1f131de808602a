import type { PaginatedQueryReference, UsePaginatedQueryReturnType } from "convex/react";
import { lazy, type ReactNode, Suspense, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import type { Post } from "../../api";
import { smoothly } from "../../lib/motion";
import { Further } from "../../ui/Further";
import { Masonry } from "../../ui/Masonry";
import { Foto } from "./Foto";
import styles from "./FotoWall.module.css";
import { useOpenPost } from "./openPost";
import { PAGE_SIZE } from "./pages";
import { type Kept, type Steady, steady } from "./steady";
import { WallSkeleton } from "./WallSkeleton";

const TOP_PX = 160;
const EAGER = 9;
const fetchPopup = () => import("./PostPopup");
const PostPopup = lazy(fetchPopup);

/** Pages of posts, as `usePaginatedQuery` has them. */
export type Feed = Pick<
  UsePaginatedQueryReturnType<PaginatedQueryReference>,
  "status" | "loadMore" | "isLoading"
> & { results: Post[] };

/** A wall of posts, live, newest first. `empty` shows when there is nothing on it. A post opens over it. */
export function FotoWall({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  const { openId, turnTo, close } = useOpenPost();
  return (
    <>
      <Contents feed={feed} label={label} empty={empty} />
      {openId && (
        <Suspense>
          <PostPopup id={openId} feed={feed} onTurn={turnTo} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Contents({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  if (feed.status === "LoadingFirstPage") return <WallSkeleton />;
  if (feed.results.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <Wall posts={feed.results} label={label} />
      <Further status={feed.status} onReach={() => feed.loadMore(PAGE_SIZE)}>
        <WallSkeleton rows={1} />
      </Further>
    </>
  );
}

/** New fotos slide in while one is at the top; further down they wait, so that what one looks at never jumps. */
function Wall({ posts, label }: { posts: readonly Post[]; label: string }) {
  const { places, waiting } = useSteady(posts);
  const { link } = useOpenPost();
  return (
    <>
      <NewOnes count={waiting} />
      <Masonry things={places} label={label}>
        {({ post }, index) =>
          post && (
            <Link {...link(post._id)} className={styles.way} onPointerEnter={fetchPopup} onFocus={fetchPopup}>
              <Foto post={post} eager={index < EAGER} />
            </Link>
          )
        }
      </Masonry>
    </>
  );
}

type Seen = Steady<Post> & { posts: readonly Post[]; atTop: boolean };

function useSteady(posts: readonly Post[]): Steady<Post> {
  const atTop = useSyncExternalStore(watchScroll, isAtTop);
  const [seen, setSeen] = useState<Seen>(() => ({ posts, atTop, places: posts.map(placed), waiting: 0 }));
  if (seen.posts === posts && seen.atTop === atTop) return seen;
  const now = posts.map(placed);
  const next: Seen = { posts, atTop, ...(atTop ? { places: now, waiting: 0 } : steady(seen.places, now)) };
  setSeen(next);
  return next;
}

function NewOnes({ count }: { count: number }) {
  return (
    <div className={styles.float} role="status">
      {count > 0 && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => scrollTo({ top: 0, behavior: smoothly() })}
        >
          {count === 1 ? "1 new foto" : `${count} new fotos`}
        </button>
      )}
    </div>
  );
}

const placed = (post: Post): Kept<Post> => ({
  id: post._id,
  shape: post.height / Math.max(1, post.width),
  post,
});

/** As of the last time that the page was scrolled. To ask in between would have the whole page laid out for it. */
let atTopNow = true;
const isAtTop = () => atTopNow;

function watchScroll(watcher: () => void): () => void {
  const look = () => {
    atTopNow = window.scrollY < TOP_PX;
    watcher();
  };
  const frame = requestAnimationFrame(look);
  window.addEventListener("scroll", look, { passive: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener("scroll", look);
  };
}
