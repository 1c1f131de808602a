import type { ReactNode } from "react";
import { wordsFor } from "../../lib/refusal";
import * as postsWords from "../../locales/posts";
import { FailedPart } from "../../ui/ErrorBoundary";
import { LoadMore } from "../../ui/LoadMore";
import { PAGE_SIZE } from "./pages";
import type { Feed } from "./useFotos";

/** The end of a wall: it goes on, or says why it does not. `children` show while the next page comes. */
export default function WallEnd({ feed, children }: { feed: Feed; children: ReactNode }) {
  const isFailed = feed.failure?.at.includes(null);
  return (
    <LoadMore status={feed.status} onReach={() => feed.loadMore(PAGE_SIZE)}>
      {isFailed ? <WallFailure feed={feed} /> : children}
    </LoadMore>
  );
}

/** What the wall says where it could not load. */
export const WallFailure = ({ feed }: { feed: Feed }) => (
  <FailedPart help={wordsFor(feed.failure?.error, postsWords.couldntLoad())} onRetry={feed.retry} />
);
