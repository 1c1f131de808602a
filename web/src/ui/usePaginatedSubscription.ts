import {
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
  useQueries,
} from "convex/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { importWithRetry } from "../lib/importWithRetry";
import type { CursorRange, IndexRange } from "../lib/pagesReducer";
import {
  type CachedPage,
  cachedPages,
  type ListItem,
  type ListOptions,
  newPage,
  type Page,
  type PageOptions,
  type PageResult,
  queriedPages,
  queryKey,
  restoredPage,
  type Status,
  statusOf,
} from "../lib/paginatedList";

interface List<Item, Position extends ListItem> {
  /** The arguments, as text. */
  argsKey: string;
  pages: readonly Page<Item, Position>[];
  /** Of all pages. */
  positions: readonly Position[];
  freezeLayout: boolean;
  /** The visible pages of each part of the screen, as ranges of cursors. */
  visibleRanges: Readonly<Record<string, CursorRange>>;
}

/** A list as it is drawn. */
export interface PaginatedList<Item, Position extends ListItem> {
  /** Where everything stands that was read so far; the same array as long as nothing comes or goes. */
  positions: readonly Position[];
  /** The same by pages, each of which stays the same array as long as nothing comes or goes in it. */
  pages: readonly (readonly Position[])[];
  /** The item at a position; undefined while its page is unsubscribed or loading. */
  itemOf: (id: string) => Item | undefined;
  /** The positions of newer ones, which wait above. */
  waiting: readonly Position[];
  /** The pages that could not be read while others could; null when there are none. */
  failure: Failure | null;
  /** Asks again for what failed. */
  retry: () => void;
  /** What to keep for `before`. */
  pagesToCache: () => CachedPage<Position>[];
  status: Status;
  loadMore: (count: number) => void;
  /** Tells where a part of the screen looks, by the positions' indexes; null when it is gone. */
  setVisibleRange: (part: string, range: IndexRange | null) => void;
}

export interface Failure {
  error: Error;
  /** The first place of each page that failed; null for a page whose positions are not known. */
  at: readonly (string | null)[];
}

interface Options<Item, Position extends ListItem> extends ListOptions<Item, Position> {
  /** How many things the first page has. */
  first: number;
  /** The pages that were read here before. */
  before?: readonly CachedPage<Position>[] | undefined;
  /** Whether the list shows a page's `failure` itself; otherwise the failure of any page is thrown. */
  showsFailure?: boolean;
}

/**
 * A query's list, page by page, however long: only the pages near the screen are subscribed to. `usePaginatedQuery`
 * would stay subscribed to every page that was ever read, and the server allows 200 queries for one connection.
 */
export function usePaginatedSubscription<Query extends PaginatedQueryReference, Position extends ListItem>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
  {
    first,
    positionOf,
    freezeLayout,
    before,
    showsFailure = false,
  }: Options<PaginatedQueryItem<Query>, Position>,
): PaginatedList<PaginatedQueryItem<Query>, Position> {
  type Item = PaginatedQueryItem<Query>;
  const argsKey = JSON.stringify(args);
  const [list, setList] = useState(() =>
    restoredList<Item, Position>(emptyList(argsKey, first), before ?? []),
  );
  const { results, errors, retry } = usePageResults<Item>(query, argsKey, list.pages);
  const reducer = usePagesReducer();
  const isOtherList = list.argsKey !== argsKey || Object.values(results).some(isInvalidCursor);
  const next = isOtherList
    ? emptyList<Item, Position>(argsKey, first)
    : nextList(list, results, { positionOf, freezeLayout }, reducer);
  if (next !== list) setList(next);
  const failure = useFailure(next, errors, showsFailure);
  const loadMore = useCallback(
    (count: number) => reducer && setList((now) => withPages(now, reducer.appendPage(now.pages, count))),
    [reducer],
  );
  const { pages } = next;
  // Another function for other pages, so that a wall tells again where it looks when a page was split.
  const setVisibleRange = useCallback(
    (part: string, range: IndexRange | null) =>
      reducer && setList((now) => withVisibleRange(now, part, range && reducer.cursorRangeOf(pages, range))),
    [reducer, pages],
  );
  return useMemo(
    () => ({
      ...listOf(next, positionOf),
      failure,
      retry,
      pagesToCache: () => cachedPages(next.pages),
      loadMore,
      setVisibleRange,
    }),
    [next, positionOf, failure, retry, loadMore, setVisibleRange],
  );
}

type PagesReducer = typeof import("../lib/pagesReducer");
let loadedReducer: PagesReducer | null = null;

/** The reducer, loaded after the first page, which does not wait for it. */
function usePagesReducer(): PagesReducer | null {
  const [reducer, setReducer] = useState(loadedReducer);
  useEffect(() => {
    void importWithRetry(() => import("../lib/pagesReducer")).then((there) => {
      loadedReducer = there;
      setReducer(there);
    });
  }, []);
  return reducer;
}

function usePageResults<Item>(
  reference: PaginatedQueryReference,
  argsKey: string,
  pages: readonly Page<Item, ListItem>[],
) {
  // `api` makes a new reference each time that it is read, and a list's query stays the same.
  const [query] = useState(() => reference);
  const [isPaused, setPaused] = useState(false);
  // What failed is left for one moment, and then asked for again.
  const parts = JSON.stringify(queriedPages(isPaused ? pages.filter(({ answer }) => answer) : pages));
  useEffect(() => {
    if (isPaused) setPaused(false);
  }, [isPaused]);
  const queries = useMemo(() => {
    const asked = (part: PageOptions) => ({ query, args: { ...JSON.parse(argsKey), paginationOpts: part } });
    return Object.fromEntries(
      (JSON.parse(parts) as PageOptions[]).map((part) => [queryKey(part), asked(part)]),
    );
  }, [query, argsKey, parts]);
  const responses = useQueries(queries) as Record<string, PageResult<Item> | Error | undefined>;
  const retry = useCallback(() => setPaused(true), []);
  return { ...separateErrors(responses), retry };
}

/** Separates results from errors. */
function separateErrors<Item>(responses: Record<string, PageResult<Item> | Error | undefined>) {
  const isError = (one: unknown) => one instanceof Error && !isInvalidCursor(one);
  const entries = Object.entries(responses);
  return {
    results: Object.fromEntries(entries.filter(([, one]) => !isError(one))) as Record<
      string,
      PageResult<Item> | undefined
    >,
    errors: Object.fromEntries(entries.filter(([, one]) => isError(one))) as Record<string, Error>,
  };
}

/** The pages that were refused and of which nothing is shown; thrown where the list cannot show them. */
function useFailure<Item, Position extends ListItem>(
  { pages, positions }: List<Item, Position>,
  errors: Record<string, Error>,
  isShown: boolean,
): Failure | null {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [any] = Object.values(errors);
  if (any && !(isShown && positions.length > 0)) throw any;
  const failed = pages.filter(({ part, isLive, answer }) => isLive && !answer && errors[queryKey(part)]);
  const error = failed[0] && errors[queryKey(failed[0].part)];
  const at = failed.map((page) => page.positions.find(({ isDeleted }) => !isDeleted)?.id ?? null);
  // The client makes a new error for each look at the same refusal.
  if (failure?.error.message !== error?.message || String(failure?.at ?? []) !== String(at))
    setFailure(error ? { error, at } : null);
  return failure;
}

/** The server does not know this cursor any more, so that the list begins anew. */
const isInvalidCursor = (answer: unknown) =>
  (answer as { data?: { paginationError?: string } } | undefined)?.data?.paginationError === "InvalidCursor";

const emptyList = <Item, Position extends ListItem>(
  argsKey: string,
  numItems: number,
): List<Item, Position> => ({
  argsKey,
  pages: [newPage({ numItems, cursor: null })],
  positions: [],
  freezeLayout: false,
  visibleRanges: {},
});

function restoredList<Item, Position extends ListItem>(
  list: List<Item, Position>,
  before: readonly CachedPage<Position>[],
): List<Item, Position> {
  return before.length > 0 ? withPages(list, before.map(restoredPage<Item, Position>)) : list;
}

function nextList<Item, Position extends ListItem>(
  list: List<Item, Position>,
  results: Record<string, PageResult<Item> | undefined>,
  drawing: ListOptions<Item, Position>,
  reducer: PagesReducer | null,
): List<Item, Position> {
  if (!reducer) return withFirstPage(list, results, drawing);
  const { freezeLayout, positionOf } = drawing;
  const before =
    list.freezeLayout && !freezeLayout ? reducer.applyWaiting(list.pages, positionOf) : list.pages;
  const known = reducer.applyResults(before, results, drawing);
  const next = withPages(list, reducer.subscribeAround(known, Object.values(list.visibleRanges)));
  return next.freezeLayout === freezeLayout ? next : { ...next, freezeLayout };
}

function withFirstPage<Item, Position extends ListItem>(
  list: List<Item, Position>,
  results: Record<string, PageResult<Item> | undefined>,
  { positionOf }: ListOptions<Item, Position>,
): List<Item, Position> {
  const [page] = list.pages;
  const answer = page && !page.answer && results[queryKey(page.part)];
  // A page that must be split waits for the reducer.
  if (!answer || answer.pageStatus) return list;
  const { continueCursor: end, isDone } = answer;
  const first = { ...page, answer, end, isDone, positions: answer.page.map(positionOf) };
  return withPages(list, [first, ...list.pages.slice(1)]);
}

function withPages<Item, Position extends ListItem>(
  list: List<Item, Position>,
  pages: readonly Page<Item, Position>[],
): List<Item, Position> {
  if (pages === list.pages) return list;
  const isSame =
    pages.length === list.pages.length &&
    pages.every(({ positions }, index) => positions === list.pages[index]?.positions);
  return { ...list, pages, positions: isSame ? list.positions : pages.flatMap(({ positions }) => positions) };
}

function withVisibleRange<Item, Position extends ListItem>(
  list: List<Item, Position>,
  part: string,
  ends: CursorRange | null,
): List<Item, Position> {
  const { [part]: before, ...others } = list.visibleRanges;
  if (String(before) === String(ends ?? undefined)) return list;
  return { ...list, visibleRanges: ends ? { ...others, [part]: ends } : others };
}

function listOf<Item, Position extends ListItem>(
  { pages, positions }: List<Item, Position>,
  positionOf: (item: Item) => Position,
) {
  const live = pages.flatMap(({ answer }) => answer?.page ?? []);
  const items = new Map(live.map((item) => [positionOf(item).id, item]));
  return {
    positions,
    pages: pages.map((page) => page.positions),
    itemOf: (id: string) => items.get(id),
    waiting: pages.flatMap(({ waiting }) => waiting),
    status: statusOf(pages),
  };
}
