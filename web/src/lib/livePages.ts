/**
 * A long list in pages, of which only those near the reader are followed. The others rest: nothing is kept of them but
 * where their things stand, so that nobody sees what was deleted meanwhile, and nothing moves when they are followed again.
 */

/** Where a thing of the list stands, also while it is not known what it looks like now. */
export interface Spot {
  id: string;
  /** The thing is gone, and the spot is left so that nothing moves. */
  isGone?: boolean;
}

/** Which part of the list a page is. */
export interface Part {
  numItems: number;
  cursor: string | null;
  endCursor?: string;
}

/** What the server says of a page. */
export interface Answer<Item> {
  page: Item[];
  isDone: boolean;
  continueCursor: string;
  splitCursor?: string | null;
  pageStatus?: "SplitRecommended" | "SplitRequired" | null;
}

export interface Page<Item, Place extends Spot> {
  part: Part;
  isLive: boolean;
  /** What the server said last; null while it has not, and while the page rests. */
  answer: Answer<Item> | null;
  /** Where it ends; null until that is known. */
  end: string | null;
  isDone: boolean;
  places: readonly Place[];
  /** The places of newer things, not taken yet, since that would move what is being read. */
  waiting: readonly Place[];
  /** What is to take the place of a page that has grown too large. */
  halves: readonly Part[];
}

/** What is kept of a page that was read, so that it can be asked for again without those above it. */
export interface ReadPage<Place extends Spot> {
  part: Part;
  end: string;
  isDone: boolean;
  places: readonly Place[];
}

/** The pages that were read, as long as nothing is missing between them. */
export function readPages<Place extends Spot>(pages: readonly Page<unknown, Place>[]): ReadPage<Place>[] {
  const missing = pages.findIndex(({ end }) => end === null);
  return pages.slice(0, missing < 0 ? pages.length : missing).map(({ part, end, isDone, places }) => {
    return { part, end: end ?? "", isDone, places: places.filter(({ isGone }) => !isGone) };
  });
}

/** A page that was read before: it has its room at once, and rests until it is looked at. */
export function remembered<Item, Place extends Spot>(
  { part, end, isDone, places }: ReadPage<Place>,
  index: number,
): Page<Item, Place> {
  return { ...unknown({ ...part, endCursor: end }), isLive: index === 0, end, isDone, places };
}

/** How a list is drawn. */
export interface Drawing<Item, Place extends Spot> {
  placeOf: (item: Item) => Place;
  /** Whether somebody reads further down, so that nothing may move. */
  isSteady: boolean;
}

export function unknown<Item, Place extends Spot>(part: Part): Page<Item, Place> {
  return {
    part,
    isLive: true,
    answer: null,
    end: null,
    isDone: false,
    places: [],
    waiting: [],
    halves: [],
  };
}

/** A name for what is asked. */
export const nameOf = (part: Part) => `${part.cursor} ${part.endCursor ?? part.numItems}`;

/** What to ask the server; of pages that have grown too large, one is split at a time. */
export function partsOf(pages: readonly Page<unknown, Spot>[]): Part[] {
  const live = pages.filter(({ isLive }) => isLive);
  const halves = live.find((page) => page.halves[0])?.halves ?? [];
  return [...live.map(({ part }) => part), ...halves];
}

export type Status = "LoadingFirstPage" | "LoadingMore" | "CanLoadMore" | "Exhausted";

/** How far the list is read, in the words of `usePaginatedQuery`. */
export function statusOf(pages: readonly Page<unknown, Spot>[]): Status {
  const last = pages.at(-1);
  if (!last || last.end === null) return pages.length > 1 ? "LoadingMore" : "LoadingFirstPage";
  return last.isDone ? "Exhausted" : "CanLoadMore";
}
