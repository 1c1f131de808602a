import { type ReactNode, Suspense, useCallback, useState } from "react";
import { Link } from "../../ui/Link";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { Masonry } from "../../ui/Masonry";
import { Foto } from "./Foto";
import styles from "./FotoWall.module.css";
import { useOpenPost } from "./openPost";
import type { Feed } from "./useFotos";
import { PageFailure, WallEnd } from "./WallEnd";
import { WallBlank, WallSkeleton } from "./WallSkeleton";

const EAGER = 6;
const fetchPopup = () => import("./PostPopup");
const PostPopup = lazyWithRetry(fetchPopup);
const PageNewestPill = lazyWithRetry(() => import("../../ui/PageNewestPill"));

/** A wall of posts, live, newest first. `empty` shows when there is nothing on it. A post opens over it. */
export function FotoWall({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  const { openId, turnTo, close } = useOpenPost();
  const [openAtFirst] = useState(openId);
  return (
    <>
      <Contents feed={feed} label={label} empty={empty} />
      {openId && (
        <Suspense>
          <PostPopup id={openId} grows={openId !== openAtFirst} feed={feed} onTurn={turnTo} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Contents({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  if (feed.status === "LoadingFirstPage") return <WallSkeleton />;
  if (feed.positions.length + feed.waiting.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <Wall feed={feed} label={label} />
      <WallEnd feed={feed}>
        <WallSkeleton rows={1} />
      </WallEnd>
    </>
  );
}

function Wall({ feed, label }: { feed: Feed; label: string }) {
  const { positions, itemOf, waiting, setVisibleRange } = feed;
  const { link } = useOpenPost();
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  return (
    <>
      <Suspense>
        <PageNewestPill count={waiting.length} noun="foto" />
      </Suspense>
      <Masonry things={positions} label={label} onVisibleRange={onVisibleRange}>
        {({ id, isDeleted }, index, column) => {
          if (isDeleted) return null;
          const post = itemOf(id);
          if (!post)
            return feed.failure?.at.includes(id) ? (
              <PageFailure feed={feed} column={column} />
            ) : (
              <WallBlank />
            );
          return (
            <Link
              {...link(post._id)}
              className={styles.way}
              data-foto={post._id}
              onPointerEnter={fetchPopup}
              onFocus={fetchPopup}
            >
              <Foto post={post} eager={index < EAGER} />
            </Link>
          );
        }}
      </Masonry>
    </>
  );
}
