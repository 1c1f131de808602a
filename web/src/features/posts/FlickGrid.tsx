import { type ReactNode, useState } from "react";
import type { Post, PostId } from "../../api";
import { Further } from "../../ui/Further";
import { Icon } from "../../ui/Icon";
import { Popup, PopupClose } from "../../ui/Popup";
import { useBackCloses } from "../../ui/useBackCloses";
import styles from "./FlickGrid.module.css";
import { FlickSkeleton } from "./FlickSkeleton";
import { FlickVideo } from "./FlickVideo";
import type { Feed } from "./FotoWall";
import { lengthOfFlick, viewsOf } from "./flick";
import { PostWords } from "./PostWords";
import { PAGE_SIZE } from "./pages";

/** Flicks in three columns, all of one shape, live. One opens in a modal. */
export default function FlickGrid({ feed, label, empty }: { feed: Feed; label: string; empty: ReactNode }) {
  const [openId, setOpenId] = useState<PostId | null>(null);
  const flicks = feed.results;
  const opened = flicks.find(({ _id }) => _id === openId);
  if (feed.status === "LoadingFirstPage") return <FlickSkeleton />;
  if (flicks.length === 0 && feed.status === "Exhausted") return empty;
  return (
    <>
      <ul className={styles.grid} aria-label={label}>
        {flicks.map((flick) => (
          <li key={flick._id}>
            <button type="button" className={styles.flick} onClick={() => setOpenId(flick._id)}>
              <Still flick={flick} />
              <Badges flick={flick} />
            </button>
          </li>
        ))}
      </ul>
      <Further status={feed.status} onReach={() => feed.loadMore(PAGE_SIZE)}>
        <FlickSkeleton rows={1} />
      </Further>
      {opened && <FlickModal flick={opened} onClose={() => setOpenId(null)} />}
    </>
  );
}

function Still({ flick }: { flick: Post }) {
  return (
    <img
      src={flick.thumbnail ?? flick.imageUrl}
      alt={flick.altText || `Flick by @${flick.username}`}
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

/** The video, or the picture of a flick that has none. The two buttons are where they will be and do nothing yet. */
function FlickModal({ flick, onClose }: { flick: Post; onClose: () => void }) {
  useBackCloses(true, onClose);
  return (
    <Popup label={`Flick by @${flick.username}`} onClose={onClose}>
      <div className={styles.bar}>
        <PostWords.Author post={flick} />
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
        <Later icon="comment">Comment</Later>
        <Later icon="curator">{highlightsOf(flick)}</Later>
        {flick.media && flick.viewCount !== null && <span>{viewsOf(flick.viewCount)}</span>}
      </p>
    </Popup>
  );
}

function Later({ icon, children }: { icon: "comment" | "curator"; children: ReactNode }) {
  return (
    <button type="button" disabled title="Coming Soon!">
      <Icon name={icon} />
      {children}
    </button>
  );
}

const highlightsOf = ({ highlightCount }: Post) =>
  highlightCount ? `Highlight ${highlightCount}` : "Highlight";
