import { memo, type ReactNode, Suspense, useCallback, useMemo, useState } from "react";
import type { Post, PostId } from "../../api";
import * as flicksWords from "../../locales/flicks";
import { ComingSoonButton } from "../../ui/ComingSoonButton";
import { Icon } from "../../ui/Icon";
import { lazyWithRetry } from "../../ui/lazyWithRetry";
import { Masonry } from "../../ui/Masonry";
import PageNewestPill from "../../ui/PageNewestPill";
import { Lightbox, PopupClose } from "../../ui/Popup";
import { useCloseOnBack } from "../../ui/useCloseOnBack";
import { useViewer } from "../identity/Viewer";
import { Covered } from "../safety/Covered";
import styles from "./FlickGrid.module.css";
import { FlickSkeleton } from "./FlickSkeleton";
import { FlickVideo } from "./FlickVideo";
import { lengthOfFlick, viewsOf } from "./flick";
import PageFailure from "./PageFailure";
import { PostWords } from "./PostWords";
import ReaderActions from "./ReaderActions";
import { isSamePost } from "./samePost";
import type { Feed } from "./useFotos";
import WallEnd from "./WallEnd";
import { WallBlank } from "./WallSkeleton";

const PostMenu = lazyWithRetry(() => import("./PostMenu"));

/** height ÷ width, of all of them */
const SHAPE = 16 / 9;

/** Flicks in three columns, all of one shape, live. One opens in a modal. */
export default function FlickGrid({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  const [openId, setOpenId] = useState<PostId | null>(null);
  const things = useMemo(() => feed.positions.map((place) => ({ ...place, shape: SHAPE })), [feed.positions]);
  const { itemOf, waiting, setVisibleRange } = feed;
  const onVisibleRange = useCallback(
    (from: number, to: number) => setVisibleRange("wall", [from, to]),
    [setVisibleRange],
  );
  const opened = openId && itemOf(openId);
  if (feed.status === "LoadingFirstPage") return <FlickSkeleton />;
  if (things.length + waiting.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <PageNewestPill count={waiting.length} noun="flick" />
      <Masonry things={things} label={label} onVisibleRange={onVisibleRange}>
        {({ id, isDeleted }, _, column) => {
          if (isDeleted) return null;
          const flick = itemOf(id);
          if (!flick)
            return feed.failure?.at.includes(id) ? (
              <PageFailure feed={feed} column={column} />
            ) : (
              <WallBlank />
            );
          return <Tile flick={flick} onOpen={setOpenId} />;
        }}
      </Masonry>
      <WallEnd feed={feed}>
        <FlickSkeleton rows={1} />
      </WallEnd>
      {opened && <FlickModal flick={opened} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** As a wall's fotos, drawn again only when something of it has changed. */
const Tile = memo(
  ({ flick, onOpen }: { flick: Post; onOpen: (id: PostId) => void }) => (
    <Covered of={flick}>
      <button type="button" className={styles.flick} onClick={() => onOpen(flick._id)}>
        <Still flick={flick} />
        <Badges flick={flick} />
      </button>
    </Covered>
  ),
  (before, now) => before.onOpen === now.onOpen && isSamePost(before.flick, now.flick),
);

function Still({ flick }: { flick: Post }) {
  return (
    <img
      src={flick.thumbnail ?? flick.imageUrl}
      alt={flick.altText || flicksWords.flickBy({ username: flick.username })}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  );
}

function Badges({ flick: { duration, viewCount } }: { flick: Post }) {
  return (
    <span className={styles.badges}>
      {viewCount !== null && <span>{viewsOf(viewCount)}</span>}
      {duration !== null && <span>{lengthOfFlick(duration)}</span>}
    </span>
  );
}

/** The video, or the picture of a flick that has none. The two buttons are where they will be, and say that they come. */
function FlickModal({ flick, onClose }: { flick: Post; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  const isOwn = useViewer()._id === flick.userId;
  return (
    <Lightbox label={flicksWords.flickBy({ username: flick.username })} onClose={onClose}>
      <div className={styles.bar}>
        <PostWords.Author post={flick} />
        {isOwn ? (
          <Suspense>
            <PostMenu post={flick} onDeleted={onClose} />
          </Suspense>
        ) : (
          <ReaderActions post={flick} />
        )}
        <PopupClose />
      </div>
      <div className={styles.stage}>
        {flick.media ? (
          <FlickVideo flick={flick} src={flick.media} />
        ) : (
          <>
            <Still flick={flick} />
            <Badges flick={flick} />
          </>
        )}
      </div>
      <PostWords.Caption post={flick} />
      <p className={styles.doing}>
        <Later icon="comment">{flicksWords.comment()}</Later>
        <Later icon="curator">{highlightsOf(flick)}</Later>
        {flick.media && flick.viewCount !== null && <span>{viewsOf(flick.viewCount)}</span>}
      </p>
    </Lightbox>
  );
}

function Later({ icon, children }: { icon: "comment" | "curator"; children: ReactNode }) {
  return (
    <ComingSoonButton>
      <Icon name={icon} />
      {children}
    </ComingSoonButton>
  );
}

const highlightsOf = ({ highlightCount }: Post) =>
  highlightCount ? flicksWords.highlightCount({ count: highlightCount }) : flicksWords.highlight();
