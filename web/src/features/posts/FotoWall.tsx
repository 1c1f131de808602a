import { type MouseEvent, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import type { PostId } from "../../api";
import { navigate } from "../../lib/history";
import { prefersReducedMotion } from "../../lib/motion";
import { Link } from "../../ui/Link";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { type Anchor, Masonry } from "../../ui/Masonry";
import { useLocation } from "../../ui/Router";
import { Covered } from "../safety/Covered";
import { Foto } from "./Foto";
import styles from "./FotoWall.module.css";
import { useOpenPost } from "./openPost";
import type { Feed } from "./useFotos";
import { WallBlank, WallSkeleton } from "./WallSkeleton";
import { COLUMNS, gutterOf, useColumns, type WallColumns } from "./wall/columns";

const EAGER = 6;
const LIFT_MS = 400;
const fetchPopup = () => import("./PostPopup");
const PostPopup = lazyWithRetry(fetchPopup);
const WallZoom = lazyWithRetry(() => import("./wall/WallZoom"));
const TileCarousel = lazyWithRetry(() => import("./wall/TileCarousel"));
const StreamWords = lazyWithRetry(() => import("./wall/StreamWords"));
const WallEnd = lazyWithRetry(() => import("./WallEnd"));
const PageFailure = lazyWithRetry(() => import("./PageFailure"));
const PageNewestPill = lazyWithRetry(() => import("../../ui/PageNewestPill"));

/** The tile moves at once, and the viewer takes it on from there. */
function lift({ currentTarget }: MouseEvent<HTMLElement>): void {
  if (prefersReducedMotion()) return;
  currentTarget.animate([{ transform: "none" }, { transform: "scale(1.06)" }], { duration: LIFT_MS });
}

interface WallProps extends WallColumns {
  feed: Feed;
  label: string;
}

/** A wall of posts, live, newest first. `empty` shows when there is nothing on it. A post opens over it. */
export function FotoWall({ empty, ...wall }: WallProps & { empty: ReactNode }) {
  const { feed } = wall;
  const { openId, turnTo, close } = useOpenPost();
  const [openAtFirst] = useState(openId);
  return (
    <>
      <Contents {...wall} empty={empty} />
      {openId && (
        <Suspense>
          <PostPopup id={openId} grows={openId !== openAtFirst} feed={feed} onTurn={turnTo} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Contents({ empty, ...wall }: WallProps & { empty: ReactNode }) {
  const { feed, most, stored } = wall;
  if (feed.status === "LoadingFirstPage") return <WallSkeleton most={most} stored={stored} />;
  if (feed.positions.length + feed.waiting.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <Wall {...wall} />
      <Suspense>
        <WallEnd feed={feed}>
          <WallSkeleton rows={1} most={most} stored={stored} />
        </WallEnd>
      </Suspense>
    </>
  );
}

function Wall({ feed, label, most = COLUMNS, stored }: WallProps) {
  const { positions, itemOf, waiting, setVisibleRange } = feed;
  const { link } = useOpenPost();
  const { posted } = (useLocation().state ?? {}) as { posted?: PostId };
  const columns = useColumns({ most, stored });
  const wall = useRef<HTMLDivElement>(null);
  const anchor = useRef<Anchor | null>(null);
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  return (
    <>
      <Suspense>
        <PageNewestPill count={waiting.length} noun="foto" />
      </Suspense>
      <Suspense>
        <WallZoom wall={wall} anchor={anchor} columns={columns} most={most} stored={stored} />
      </Suspense>
      <div ref={wall} className={styles.wall} data-columns={columns}>
        <Masonry
          things={positions}
          label={label}
          columns={columns}
          gutter={gutterOf(columns)}
          anchor={anchor}
          onVisibleRange={onVisibleRange}
        >
          {({ id, isDeleted }, index, column) => {
            if (isDeleted) return null;
            const post = itemOf(id);
            if (!post)
              return feed.failure?.at.includes(id) ? (
                <Suspense fallback={<WallBlank />}>
                  <PageFailure feed={feed} column={column} />
                </Suspense>
              ) : (
                <WallBlank />
              );
            const { to, state } = link(post._id);
            return (
              <>
                <Covered of={post}>
                  <Link
                    to={to}
                    state={state}
                    className={styles.way}
                    data-foto={post._id}
                    data-posted={posted === post._id || undefined}
                    onClick={lift}
                    onPointerEnter={fetchPopup}
                    onFocus={fetchPopup}
                  >
                    <Foto post={post} eager={index < EAGER} columns={columns} />
                  </Link>
                  {post.fotoCount && (
                    <Suspense>
                      <TileCarousel post={post} columns={columns} to={to} state={state} />
                    </Suspense>
                  )}
                </Covered>
                {columns === 1 && (
                  <Suspense>
                    <StreamWords post={post} onOpen={() => navigate(to, { state })} />
                  </Suspense>
                )}
              </>
            );
          }}
        </Masonry>
      </div>
    </>
  );
}
