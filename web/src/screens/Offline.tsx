import { Suspense, useEffect, useState } from "react";
import { useOpenChat } from "../features/messages/openChat";
import { Foto } from "../features/posts/Foto";
import { type CachedFeed, readCachedFeed } from "../features/posts/feedCache";
import { FilterFor } from "../features/safety/Filter";
import { productName } from "../lib/deployment";
import * as offlineWords from "../locales/offline";
import { EmptyState } from "../ui/EmptyState";
import { lazyWithRetry } from "../ui/lazyWithRetry";
import { Masonry } from "../ui/Masonry";
import { Wordmark } from "../ui/Wordmark";
import styles from "./Offline.module.css";

const OfflineChat = lazyWithRetry(() => import("../features/messages/chat/OfflineChat"));

const EAGER = 9;

/**
 * Shown while the server cannot be reached: the cached home feed and the cached chat, as far as this browser has
 * them.
 */
export default function Offline() {
  const feed = useFeed();
  const { openId, close } = useOpenChat();
  return (
    <main className={styles.page} data-nook={feed?.nook}>
      <title>{productName}</title>
      <header className={styles.head}>
        <Wordmark />
        <p role="status">{offlineWords.reconnecting()}</p>
      </header>
      {feed === null && (
        <EmptyState heading="h1" title={offlineWords.couldntReach()} help={offlineWords.couldntReachHint()} />
      )}
      {feed && (
        <>
          <h1 className={styles.title} translate="no">
            {feed.nook.toUpperCase()}
          </h1>
          <p className={styles.words}>{offlineWords.savedFotos()}</p>
          <Masonry things={feed.things} label={offlineWords.savedFotosIn({ nook: feed.nook })}>
            {({ post }, index) => (
              <FilterFor of={post}>
                <Foto post={post} eager={index < EAGER} />
              </FilterFor>
            )}
          </Masonry>
        </>
      )}
      {openId && (
        <Suspense>
          <OfflineChat key={openId} id={openId} onClose={close} />
        </Suspense>
      )}
    </main>
  );
}

/** Undefined while it is being read; null if there is none. */
function useFeed() {
  const [shown, setShown] = useState<ReturnType<typeof shownOf> | null>();
  useEffect(() => {
    let opened: ReturnType<typeof shownOf> | null = null;
    let isUnmounted = false;
    readCachedFeed().then((feed) => {
      if (isUnmounted) return;
      opened = feed?.pictures.length ? shownOf(feed) : null;
      setShown(opened);
    });
    return () => {
      isUnmounted = true;
      for (const { post } of opened?.things ?? []) URL.revokeObjectURL(post.imageUrl);
    };
  }, []);
  return shown;
}

function shownOf({ nook, pictures }: CachedFeed) {
  const things = pictures.map(({ post, picture }) => ({
    id: post._id,
    shape: post.height / Math.max(1, post.width),
    post: { ...post, imageUrl: URL.createObjectURL(picture), variants: [] },
  }));
  return { nook, things };
}
