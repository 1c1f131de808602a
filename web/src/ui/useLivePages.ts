import {
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
  useQueries,
} from "convex/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import {
  type Answer,
  type Drawing,
  nameOf,
  type Page,
  type Part,
  partsOf,
  type ReadPage,
  readPages,
  remembered,
  type Spot,
  type Status,
  statusOf,
  unknown,
} from "../lib/livePages";
import type { Ends, Stretch } from "../lib/turningPages";
import { untilThere } from "../lib/untilThere";

interface List<Item, Place extends Spot> {
  /** The arguments, as text. */
  about: string;
  pages: readonly Page<Item, Place>[];
  /** Of all pages. */
  places: readonly Place[];
  isSteady: boolean;
  /** What each part of the screen looks at: the pages from one to another, by their cursors. */
  seen: Readonly<Record<string, Ends>>;
}

/** A list as it is drawn. */
export interface LivePages<Item, Place extends Spot> {
  /** Where everything stands that was read so far; the same array as long as nothing comes or goes. */
  places: readonly Place[];
  /** The same by pages, each of which stays the same array as long as nothing comes or goes in it. */
  pages: readonly (readonly Place[])[];
  /** What stands in a place; undefined while its page rests or is on its way. */
  itemOf: (id: string) => Item | undefined;
  /** The places of newer ones, which wait above. */
  waiting: readonly Place[];
  /** The pages that could not be read while others could; null when there are none. */
  failure: Failure | null;
  /** Asks again for what failed. */
  retry: () => void;
  /** What to keep for `before`. */
  read: () => ReadPage<Place>[];
  status: Status;
  loadMore: (count: number) => void;
  /** Tells where a part of the screen looks, by the places' indexes; null when it is gone. */
  see: (part: string, stretch: Stretch | null) => void;
}

export interface Failure {
  error: Error;
  /** The first place of each page that failed; null for a page whose places are not known. */
  at: readonly (string | null)[];
}

interface Options<Item, Place extends Spot> extends Drawing<Item, Place> {
  /** How many things the first page has. */
  first: number;
  /** The pages that were read here before. */
  before?: readonly ReadPage<Place>[] | undefined;
  /** Whether the list shows a page's `failure` itself; otherwise the failure of any page is thrown. */
  showsFailure?: boolean;
}

/**
 * A query's list, page by page, however long: those pages are live that somebody looks at. `usePaginatedQuery` would
 * follow all that were ever read, and the server follows no more than 200 queries for one connection.
 */
export function useLivePages<Query extends PaginatedQueryReference, Place extends Spot>(
  query: Query,
  args: PaginatedQueryArgs<Query>,
  { first, placeOf, isSteady, before, showsFailure = false }: Options<PaginatedQueryItem<Query>, Place>,
): LivePages<PaginatedQueryItem<Query>, Place> {
  type Item = PaginatedQueryItem<Query>;
  const about = JSON.stringify(args);
  const [list, setList] = useState(() => resumed<Item, Place>(begun(about, first), before ?? []));
  const { answers, errors, retry } = useAnswers<Item>(query, about, list.pages);
  const turning = useTurning();
  const isOther = list.about !== about || Object.values(answers).some(isOfAnotherList);
  const next = isOther
    ? begun<Item, Place>(about, first)
    : advanced(list, answers, { placeOf, isSteady }, turning);
  if (next !== list) setList(next);
  const failure = useFailure(next, errors, showsFailure);
  const loadMore = useCallback(
    (count: number) => turning && setList((now) => withPages(now, turning.extended(now.pages, count))),
    [turning],
  );
  const { pages } = next;
  // Another function for other pages, so that a wall tells again where it looks when a page was split.
  const see = useCallback(
    (part: string, stretch: Stretch | null) =>
      turning && setList((now) => withSight(now, part, stretch && turning.endsOf(pages, stretch))),
    [turning, pages],
  );
  return useMemo(
    () => ({ ...shown(next, placeOf), failure, retry, read: () => readPages(next.pages), loadMore, see }),
    [next, placeOf, failure, retry, loadMore, see],
  );
}

type Turning = typeof import("../lib/turningPages");
let turningNow: Turning | null = null;

/** What turns pages, as soon as it is there: it comes after the first page, which nobody shall wait for. */
function useTurning(): Turning | null {
  const [turning, setTurning] = useState(turningNow);
  useEffect(() => {
    void untilThere(() => import("../lib/turningPages")).then((there) => {
      turningNow = there;
      setTurning(there);
    });
  }, []);
  return turning;
}

function useAnswers<Item>(
  reference: PaginatedQueryReference,
  about: string,
  pages: readonly Page<Item, Spot>[],
) {
  // `api` makes a new reference each time that it is read, and a list's query stays the same.
  const [query] = useState(() => reference);
  const [isLeft, setLeft] = useState(false);
  // What failed is left for one moment, and then asked for again.
  const parts = JSON.stringify(partsOf(isLeft ? pages.filter(({ answer }) => answer) : pages));
  useEffect(() => {
    if (isLeft) setLeft(false);
  }, [isLeft]);
  const queries = useMemo(() => {
    const asked = (part: Part) => ({ query, args: { ...JSON.parse(about), paginationOpts: part } });
    return Object.fromEntries((JSON.parse(parts) as Part[]).map((part) => [nameOf(part), asked(part)]));
  }, [query, about, parts]);
  const told = useQueries(queries) as Record<string, Answer<Item> | Error | undefined>;
  const retry = useCallback(() => setLeft(true), []);
  return { ...separated(told), retry };
}

/** What the server answered, and what it refused. */
function separated<Item>(told: Record<string, Answer<Item> | Error | undefined>) {
  const isError = (one: unknown) => one instanceof Error && !isOfAnotherList(one);
  const entries = Object.entries(told);
  return {
    answers: Object.fromEntries(entries.filter(([, one]) => !isError(one))) as Record<
      string,
      Answer<Item> | undefined
    >,
    errors: Object.fromEntries(entries.filter(([, one]) => isError(one))) as Record<string, Error>,
  };
}

/** The pages that were refused and of which nothing is shown; thrown where the list cannot show them. */
function useFailure<Item, Place extends Spot>(
  { pages, places }: List<Item, Place>,
  errors: Record<string, Error>,
  isShown: boolean,
): Failure | null {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [any] = Object.values(errors);
  if (any && !(isShown && places.length > 0)) throw any;
  const failed = pages.filter(({ part, isLive, answer }) => isLive && !answer && errors[nameOf(part)]);
  const error = failed[0] && errors[nameOf(failed[0].part)];
  const at = failed.map((page) => page.places.find(({ isGone }) => !isGone)?.id ?? null);
  // The client makes a new error for each look at the same refusal.
  if (failure?.error.message !== error?.message || String(failure?.at ?? []) !== String(at))
    setFailure(error ? { error, at } : null);
  return failure;
}

/** The server does not know this cursor any more, so that the list begins anew. */
const isOfAnotherList = (answer: unknown) =>
  (answer as { data?: { paginationError?: string } } | undefined)?.data?.paginationError === "InvalidCursor";

const begun = <Item, Place extends Spot>(about: string, numItems: number): List<Item, Place> => ({
  about,
  pages: [unknown({ numItems, cursor: null })],
  places: [],
  isSteady: false,
  seen: {},
});

function resumed<Item, Place extends Spot>(
  list: List<Item, Place>,
  before: readonly ReadPage<Place>[],
): List<Item, Place> {
  return before.length > 0 ? withPages(list, before.map(remembered<Item, Place>)) : list;
}

function advanced<Item, Place extends Spot>(
  list: List<Item, Place>,
  answers: Record<string, Answer<Item> | undefined>,
  drawing: Drawing<Item, Place>,
  turning: Turning | null,
): List<Item, Place> {
  if (!turning) return withFirst(list, answers, drawing);
  const { isSteady, placeOf } = drawing;
  const before = list.isSteady && !isSteady ? turning.settled(list.pages, placeOf) : list.pages;
  const known = turning.learned(before, answers, drawing);
  const next = withPages(list, turning.followed(known, Object.values(list.seen)));
  return next.isSteady === isSteady ? next : { ...next, isSteady };
}

function withFirst<Item, Place extends Spot>(
  list: List<Item, Place>,
  answers: Record<string, Answer<Item> | undefined>,
  { placeOf }: Drawing<Item, Place>,
): List<Item, Place> {
  const [page] = list.pages;
  const answer = page && !page.answer && answers[nameOf(page.part)];
  // One that is to be split waits for what splits it.
  if (!answer || answer.pageStatus) return list;
  const { continueCursor: end, isDone } = answer;
  const first = { ...page, answer, end, isDone, places: answer.page.map(placeOf) };
  return withPages(list, [first, ...list.pages.slice(1)]);
}

function withPages<Item, Place extends Spot>(
  list: List<Item, Place>,
  pages: readonly Page<Item, Place>[],
): List<Item, Place> {
  if (pages === list.pages) return list;
  const isSame =
    pages.length === list.pages.length &&
    pages.every(({ places }, index) => places === list.pages[index]?.places);
  return { ...list, pages, places: isSame ? list.places : pages.flatMap(({ places }) => places) };
}

function withSight<Item, Place extends Spot>(
  list: List<Item, Place>,
  part: string,
  ends: Ends | null,
): List<Item, Place> {
  const { [part]: before, ...others } = list.seen;
  if (String(before) === String(ends ?? undefined)) return list;
  return { ...list, seen: ends ? { ...others, [part]: ends } : others };
}

function shown<Item, Place extends Spot>(
  { pages, places }: List<Item, Place>,
  placeOf: (item: Item) => Place,
) {
  const live = pages.flatMap(({ answer }) => answer?.page ?? []);
  const items = new Map(live.map((item) => [placeOf(item).id, item]));
  return {
    places,
    pages: pages.map((page) => page.places),
    itemOf: (id: string) => items.get(id),
    waiting: pages.flatMap(({ waiting }) => waiting),
    status: statusOf(pages),
  };
}
