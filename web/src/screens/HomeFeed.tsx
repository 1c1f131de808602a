import { Suspense } from "react";
import { api } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { FotoWall } from "../features/posts/FotoWall";
import { type FeedPreference, useFeedPreference } from "../features/posts/preference";
import { useFotos } from "../features/posts/useFotos";
import { useMostColumns } from "../features/posts/wall/columns";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as feedWords from "../locales/feed";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import styles from "./HomeFeed.module.css";

/** Fetched beside the fotos, which do not wait for it. */
const FeedHead = lazyWithRetry(() => import("./FeedHead"));
const EmptyFeed = lazyWithRetry(() => import("./EmptyFeed"));
const CacheFeed = lazyWithRetry(() => import("../features/posts/CacheFeed"));

/** The member's nook and the cue posts of their connections, live. */
export function HomeFeed() {
  const { nook } = useViewer();
  const [preference, setPreference] = useFeedPreference();
  const most = useMostColumns();
  return (
    <main>
      <title>{`${nook} · ${productName}`}</title>
      <header className={styles.head}>
        <h1 className={styles.title} translate="no">
          {nook.toUpperCase()}
        </h1>
        <Suspense>
          <FeedHead chosen={preference} most={most} onChoose={setPreference} />
        </Suspense>
      </header>
      <ErrorBoundary key={preference} words={(error) => wordsFor(error, feedWords.couldntLoad())}>
        <Feed preference={preference} most={most} />
      </ErrorBoundary>
    </main>
  );
}

function Feed({ preference, most }: { preference: FeedPreference; most: number }) {
  const { _id: userId, nook } = useViewer();
  const feed = useFotos(api.posts.getCuratorPosts, { userId, feedPreference: preference });
  return (
    <>
      <FotoWall
        feed={feed}
        most={most}
        stored="columns"
        label={feedWords.fotosIn({ nook })}
        empty={
          <Suspense>
            <EmptyFeed preference={preference} />
          </Suspense>
        }
      />
      <Suspense>
        <CacheFeed nook={nook} feed={feed} />
      </Suspense>
    </>
  );
}
