import { Suspense } from "react";
import { api } from "../api";
import { useViewer } from "../features/identity/Viewer";
import { FotoWall } from "../features/posts/FotoWall";
import { type FeedPreference, useFeedPreference } from "../features/posts/preference";
import { useFotos } from "../features/posts/useFotos";
import { productName } from "../lib/deployment";
import { wordsFor } from "../lib/refusal";
import * as feedWords from "../locales/feed";
import { paths } from "../paths";
import { ErrorBoundary } from "../ui/ErrorBoundary";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { PageHeader } from "../ui/PageHeader";
import styles from "./HomeFeed.module.css";

/** Fetched beside the fotos, which do not wait for it. */
const FeedHead = lazyWithRetry(() => import("./FeedHead"));
const EmptyFeed = lazyWithRetry(() => import("./EmptyFeed"));
const CacheFeed = lazyWithRetry(() => import("../features/posts/CacheFeed"));

/** The member's nook and the cue posts of their connections, live. */
export function HomeFeed() {
  const { nook } = useViewer();
  const [preference, setPreference] = useFeedPreference();
  return (
    <main>
      <title>{`${nook} · ${productName}`}</title>
      <PageHeader title={<span translate="no">{nook.toUpperCase()}</span>}>
        <Link to={paths.sphere()}>
          <Icon name="sphere" />
          {feedWords.sphere()}
        </Link>
        <Link to={paths.cue()}>
          <Icon name="cue" />
          {feedWords.cue()}
        </Link>
      </PageHeader>
      <div className={styles.above}>
        <Suspense>
          <FeedHead chosen={preference} onChoose={setPreference} />
        </Suspense>
      </div>
      <ErrorBoundary key={preference} words={(error) => wordsFor(error, feedWords.couldntLoad())}>
        <Feed preference={preference} />
      </ErrorBoundary>
    </main>
  );
}

function Feed({ preference }: { preference: FeedPreference }) {
  const { _id: userId, nook } = useViewer();
  const feed = useFotos(api.posts.getCuratorPosts, { userId, feedPreference: preference });
  return (
    <>
      <FotoWall
        feed={feed}
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
