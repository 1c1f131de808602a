import type { Post } from "../../api";
import { deleteValue, getValue, putValue } from "../../lib/offlineStorage";

const KEY = "feed";
export const MOST = 48;
const SHARP_ENOUGH_PX = 300;
const MODERN = new Set(["image/webp", "image/jpeg"]);

interface Picture {
  post: Post;
  picture: Blob;
}

/**
 * The last posts of the home feed, with a small rendition of each foto: stored for this member, deleted at the
 * log-out.
 */
export interface CachedFeed {
  nook: string;
  pictures: Picture[];
}

export const readCachedFeed = async () => (await getValue(KEY)) as CachedFeed | undefined;

export const deleteCachedFeed = () => deleteValue(KEY);

/** Replaces the cached feed by these posts, the newest ones; `isOver` says that their reader has left meanwhile. */
export async function cacheFeed(nook: string, posts: readonly Post[], isOver: () => boolean): Promise<void> {
  const had = new Map(
    (await readCachedFeed())?.pictures.map(({ post, picture }) => [post.imageUrl, picture]),
  );
  const pictures: Picture[] = [];
  for (const post of posts) {
    const picture = had.get(post.imageUrl) ?? (await fetchPicture(smallOf(post)));
    if (isOver()) return;
    if (picture) pictures.push({ post, picture });
  }
  await putValue(KEY, { nook, pictures } satisfies CachedFeed);
}

function smallOf({ variants, imageUrl }: Post): string {
  const fit = variants.filter(({ type, width }) => MODERN.has(type) && width >= SHARP_ENOUGH_PX);
  return fit.sort((a, b) => a.width - b.width)[0]?.url ?? imageUrl;
}

async function fetchPicture(url: string): Promise<Blob | null> {
  const response = await fetch(url).catch(() => null);
  return response?.ok ? response.blob() : null;
}
