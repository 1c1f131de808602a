/**
 * A long list in pages, of which only those near the reader are subscribed to. The others keep their items' positions
 * only: deleted items do not show from a cache, and nothing moves when a page is subscribed to again.
 */

/** An item of the list, also while its content is not loaded. */
export interface ListItem {
  id: string;
  /** The thing is gone, and the spot is left so that nothing moves. */
  isDeleted?: boolean;
}

/** Which part of the list a page is. */
export interface PageOptions {
  numItems: number;
  cursor: string | null;
  endCursor?: string;
}

/** The server's answer to a page's query. */
export interface PageResult<Item> {
  page: Item[];
  isDone: boolean;
  continueCursor: string;
  splitCursor?: string | null;
  pageStatus?: "SplitRecommended" | "SplitRequired" | null;
}

export interface Page<Item, Position extends ListItem> {
  part: PageOptions;
  isLive: boolean;
  /** The last result; null before the first one, and while the page is unsubscribed. */
  answer: PageResult<Item> | null;
  /** Where it ends; null until that is known. */
  end: string | null;
  isDone: boolean;
  positions: readonly Position[];
  /** The positions of newer items, not applied yet, since that would move the visible part. */
  waiting: readonly Position[];
  /** The two pages that replace a page that has grown too large. */
  splits: readonly PageOptions[];
}

/**
 * A page that was read, as a tab caches it to ask for it again without those above it. The names are those in the tab's
 * storage, where pages of an earlier version may still lie.
 */
export interface CachedPage<Position extends ListItem> {
  part: PageOptions;
  end: string;
  isDone: boolean;
  places: readonly Position[];
}

/** The pages that were read, as long as nothing is missing between them. */
export function cachedPages<Position extends ListItem>(
  pages: readonly Page<unknown, Position>[],
): CachedPage<Position>[] {
  const missing = pages.findIndex(({ end }) => end === null);
  return pages.slice(0, missing < 0 ? pages.length : missing).map(({ part, end, isDone, positions }) => {
    return { part, end: end ?? "", isDone, places: positions.filter(({ isDeleted }) => !isDeleted) };
  });
}

/** A page that was read before: its room is reserved at once; it is subscribed to when it comes near the screen. */
export function restoredPage<Item, Position extends ListItem>(
  { part, end, isDone, places }: CachedPage<Position>,
  index: number,
): Page<Item, Position> {
  const page = newPage<Item, Position>({ ...part, endCursor: end });
  return { ...page, isLive: index === 0, end, isDone, positions: places };
}

/** How a list is drawn. */
export interface ListOptions<Item, Position extends ListItem> {
  positionOf: (item: Item) => Position;
  /** Whether the member has scrolled down, so that nothing may move. */
  freezeLayout: boolean;
}

export function newPage<Item, Position extends ListItem>(part: PageOptions): Page<Item, Position> {
  return {
    part,
    isLive: true,
    answer: null,
    end: null,
    isDone: false,
    positions: [],
    waiting: [],
    splits: [],
  };
}

/** A key for a page's query. */
export const queryKey = (part: PageOptions) => `${part.cursor} ${part.endCursor ?? part.numItems}`;

/** The queries to subscribe to; of pages that have grown too large, one is split at a time. */
export function queriedPages(pages: readonly Page<unknown, ListItem>[]): PageOptions[] {
  const live = pages.filter(({ isLive }) => isLive);
  const halves = live.find((page) => page.splits[0])?.splits ?? [];
  return [...live.map(({ part }) => part), ...halves];
}

export type Status = "LoadingFirstPage" | "LoadingMore" | "CanLoadMore" | "Exhausted";

/** How far the list is read, in the words of `usePaginatedQuery`. */
export function statusOf(pages: readonly Page<unknown, ListItem>[]): Status {
  const last = pages.at(-1);
  if (!last || last.end === null) return pages.length > 1 ? "LoadingMore" : "LoadingFirstPage";
  return last.isDone ? "Exhausted" : "CanLoadMore";
}
