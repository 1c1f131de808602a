import type { ReactNode } from "react";
import { wordsFor } from "../../lib/refusal";
import * as postsWords from "../../locales/posts";
import { FailedPart } from "../../ui/ErrorBoundary";
import { LoadMore } from "../../ui/LoadMore";
import { PAGE_SIZE } from "./pages";
import type { Feed } from "./useFotos";
import styles from "./WallEnd.module.css";
import { WallBlank } from "./WallSkeleton";

/** The end of a wall: it goes on, or says why it does not. `children` show while the next page comes. */
export function WallEnd({ feed, children }: { feed: Feed; children: ReactNode }) {
  const isFailed = feed.failure?.at.includes(null);
  return (
    <LoadMore status={feed.status} onReach={() => feed.loadMore(PAGE_SIZE)}>
      {isFailed ? <WallFailure feed={feed} /> : children}
    </LoadMore>
  );
}

/** In the place of a page that failed, over all columns; the rest of the wall stays. */
export const PageFailure = ({ feed, column }: { feed: Feed; column: number }) => (
  <>
    <WallBlank />
    <div data-across className={styles.across} style={{ "--column": column } as React.CSSProperties}>
      <WallFailure feed={feed} />
    </div>
  </>
);

const WallFailure = ({ feed }: { feed: Feed }) => (
  <FailedPart help={wordsFor(feed.failure?.error, postsWords.couldntLoad())} onRetry={feed.retry} />
);
