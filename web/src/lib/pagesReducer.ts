/**
 * The changes of a list's pages: which are subscribed to, and how new results change the known ones. The first page
 * is drawn without it, so that it can load later.
 */
import {
  type ListItem,
  type ListOptions,
  newPage,
  type Page,
  type PageOptions,
  type PageResult,
  queryKey,
} from "./paginatedList";

type Pages<Item, Position extends ListItem> = readonly Page<Item, Position>[];
type Results<Item> = Readonly<Record<string, PageResult<Item> | undefined>>;
/** From one place or page to another, by their indexes. */
export type IndexRange = readonly [from: number, to: number];
/** The same, by where the pages begin, which stays when others come above. */
export type CursorRange = readonly [from: string | null, to: string | null];

/** This many pages at the head, where new items arrive, are always subscribed to. */
const FIRST_PAGES = 2;
/** On either side of a visible range, this many pages are subscribed to as well, */
const PAGES_AROUND = 3;
/** and no more than this for one visible range. */
const MAX_PAGES_OF_RANGE = 10;

/** The pages in which a stretch of positions begins and ends. */
export function cursorRangeOf(pages: Pages<unknown, ListItem>, [from, to]: IndexRange): CursorRange {
  const cursorAt = (index: number) => {
    let end = 0;
    const page = pages.find(({ positions }) => {
      end += positions.length;
      return index < end;
    });
    return (page ?? pages.at(-1))?.part.cursor ?? null;
  };
  return [cursorAt(from), cursorAt(to)];
}

/**
 * Subscribes to the pages around the `visible` ranges, the first ones and those not loaded yet, and unsubscribes from
 * the others.
 */
export function subscribeAround<Item, Position extends ListItem>(
  pages: Pages<Item, Position>,
  visible: readonly CursorRange[],
): Pages<Item, Position> {
  const at = (cursor: string | null) => pages.findIndex(({ part }) => part.cursor === cursor);
  const near = visible.map(([from, to]) => widenedRange([at(from), at(to)]));
  const isWanted = (index: number) =>
    index < FIRST_PAGES || near.some(([from, to]) => index >= from && index <= to);
  const isRight = pages.every(({ isLive, end }, index) => isLive === (end === null || isWanted(index)));
  if (isRight) return pages;
  return pages.map((page, index) => {
    if (page.end === null || page.isLive === isWanted(index)) return page;
    return isWanted(index) ? { ...page, isLive: true } : unsubscribed(page, page.end);
  });
}

function widenedRange([from, to]: IndexRange): IndexRange {
  const spare = MAX_PAGES_OF_RANGE - 1 - (to - from);
  const beside = Math.min(PAGES_AROUND, Math.floor(spare / 2));
  return [from - beside, to + beside];
}

const unsubscribed = <Item, Position extends ListItem>(
  page: Page<Item, Position>,
  end: string,
): Page<Item, Position> => ({
  ...page,
  isLive: false,
  answer: null,
  splits: [],
  part: { ...page.part, endCursor: end },
});

/** The pages as the server has them now: the same array where nothing has changed. */
export function applyResults<Item, Position extends ListItem>(
  pages: Pages<Item, Position>,
  results: Results<Item>,
  drawing: ListOptions<Item, Position>,
): Pages<Item, Position> {
  let isAbove = drawing.freezeLayout && pages.some(({ positions }) => positions.length > 0);
  const next = pages
    .flatMap((page) => splitPage(page, results, drawing.positionOf))
    .map((page) => {
      const now = applyResult(page, results, { ...drawing, isAbove });
      isAbove &&= page.positions.length === 0;
      return now;
    });
  if (next.length === pages.length && next.every((page, index) => page === pages[index])) return pages;
  return next.some(({ positions }) => positions.some(({ isDeleted }) => !isDeleted))
    ? next
    : applyWaiting(next, drawing.positionOf);
}

/** Applies all waiting changes and removes deleted items: for a reader at the top, where a move does no harm. */
export function applyWaiting<Item, Position extends ListItem>(
  pages: Pages<Item, Position>,
  positionOf: (item: Item) => Position,
): Pages<Item, Position> {
  return pages.map((page) => {
    const kept = [...page.waiting, ...page.positions.filter(({ isDeleted }) => !isDeleted)];
    const now = page.answer?.page.map(positionOf) ?? kept;
    return { ...page, positions: keepIfEqual(page.positions, now), waiting: [] };
  });
}

/** Adds one more page at the end, where there is one. */
export function appendPage<Item, Position extends ListItem>(
  pages: Pages<Item, Position>,
  numItems: number,
): Pages<Item, Position> {
  const last = pages.at(-1);
  if (!last || last.end === null || last.isDone) return pages;
  return [...pages, newPage({ numItems, cursor: last.end })];
}

/** A page that has grown, as two, as soon as both are known. */
function splitPage<Item, Position extends ListItem>(
  page: Page<Item, Position>,
  results: Results<Item>,
  positionOf: (item: Item) => Position,
): Pages<Item, Position> {
  const [newer, older] = page.splits;
  const behind = older && results[queryKey(older)];
  if (!newer || !behind || !results[queryKey(newer)]) return [page];
  const ids = new Set(behind.page.map((item) => positionOf(item).id));
  const found = page.positions.findIndex(({ id }) => ids.has(id));
  const cut = found === -1 ? page.positions.length : found;
  return [
    { ...newPage(newer), positions: page.positions.slice(0, cut) },
    { ...newPage(older), positions: page.positions.slice(cut) },
  ];
}

interface ResultOptions<Item, Position extends ListItem> extends ListOptions<Item, Position> {
  /** No item has a position further up, so that items before the page's own ones come on top of all. */
  isAbove: boolean;
}

function applyResult<Item, Position extends ListItem>(
  page: Page<Item, Position>,
  results: Results<Item>,
  options: ResultOptions<Item, Position>,
): Page<Item, Position> {
  const answer = page.isLive ? results[queryKey(page.part)] : undefined;
  if (!answer || answer === page.answer) return page;
  const splits = page.splits.length > 0 ? page.splits : splitsOf(page.part, answer);
  // So large that the server may have left something out.
  if (answer.pageStatus === "SplitRequired")
    return splits.length === page.splits.length ? page : { ...page, splits };
  const { continueCursor: end, isDone } = answer;
  return {
    ...page,
    answer,
    end,
    isDone,
    splits,
    ...mergePositions(page, answer.page.map(options.positionOf), options),
  };
}

function splitsOf(
  part: PageOptions,
  { splitCursor, pageStatus, continueCursor }: PageResult<unknown>,
): readonly PageOptions[] {
  if (!splitCursor || !pageStatus) return [];
  return [
    { ...part, endCursor: splitCursor },
    { ...part, cursor: splitCursor, endCursor: continueCursor },
  ];
}

function mergePositions<Position extends ListItem>(
  { positions }: Page<unknown, Position>,
  now: readonly Position[],
  { freezeLayout, isAbove }: Pick<ResultOptions<never, Position>, "freezeLayout" | "isAbove">,
): Pick<Page<unknown, Position>, "positions" | "waiting"> {
  if (!freezeLayout) return { positions: keepIfEqual(positions, now), waiting: [] };
  const kept = positions.find(({ id }) => now.some((position) => position.id === id))?.id;
  const newer = kept === undefined ? now.length : now.findIndex(({ id }) => id === kept);
  const known = new Set(positions.map(({ id }) => id));
  const waiting = isAbove ? now.slice(0, newer).filter(({ id }) => !known.has(id)) : [];
  return { positions: keepIfEqual(positions, mergeFrozen(positions, now, new Set(waiting))), waiting };
}

/**
 * Known items stay in place, also when they are deleted or have moved in `now`; new ones come between them, unless
 * they wait.
 */
function mergeFrozen<Position extends ListItem>(
  before: readonly Position[],
  now: readonly Position[],
  waiting: ReadonlySet<Position>,
): readonly Position[] {
  const known = new Set(before.map(({ id }) => id));
  const still = new Map(now.map((place) => [place.id, place]));
  const behind = new Map<string, Position[]>();
  let above = "";
  for (const place of now) {
    if (known.has(place.id)) above = place.id;
    else if (!waiting.has(place)) behind.set(above, [...(behind.get(above) ?? []), place]);
  }
  const stays = (place: Position) => still.get(place.id) ?? { ...place, isDeleted: true };
  return [
    ...(behind.get("") ?? []),
    ...before.flatMap((place) => [stays(place), ...(behind.get(place.id) ?? [])]),
  ];
}

/** The same positions are the same array, so that the layout is not computed again. */
function keepIfEqual<Position extends ListItem>(
  before: readonly Position[],
  now: readonly Position[],
): readonly Position[] {
  if (before.length !== now.length) return now;
  const isSame = now.every(
    ({ id, isDeleted }, at) => id === before[at]?.id && isDeleted === before[at]?.isDeleted,
  );
  return isSame ? before : now;
}
