/**
 * How the pages of a list change: which are followed, and what becomes of those that are there when the server says
 * something else. The first page is drawn without it, so that it can come later.
 */
import { type Answer, type Drawing, nameOf, type Page, type Part, type Spot, unknown } from "./livePages";

type Pages<Item, Place extends Spot> = readonly Page<Item, Place>[];
type Answers<Item> = Readonly<Record<string, Answer<Item> | undefined>>;
/** From one place or page to another, by their indexes. */
export type Stretch = readonly [from: number, to: number];
/** The same, by where the pages begin, which stays when others come above. */
export type Ends = readonly [from: string | null, to: string | null];

/** So many at the head, where new things come, are always followed. */
const FIRST_PAGES = 2;
/** Around what somebody sees, as many pages are followed on either side, */
const BESIDE = 3;
/** and no more than so many for one pair of eyes. */
const MOST_OF_STRETCH = 10;

/** The pages in which a stretch of places begins and ends. */
export function endsOf(pages: Pages<unknown, Spot>, [from, to]: Stretch): Ends {
  const cursorAt = (index: number) => {
    let end = 0;
    const page = pages.find(({ places }) => {
      end += places.length;
      return index < end;
    });
    return (page ?? pages.at(-1))?.part.cursor ?? null;
  };
  return [cursorAt(from), cursorAt(to)];
}

/** Follows the pages around what is `seen`, the first ones and what is not known yet, and lets the others rest. */
export function followed<Item, Place extends Spot>(
  pages: Pages<Item, Place>,
  seen: readonly Ends[],
): Pages<Item, Place> {
  const at = (cursor: string | null) => pages.findIndex(({ part }) => part.cursor === cursor);
  const near = seen.map(([from, to]) => widened([at(from), at(to)]));
  const isWanted = (index: number) =>
    index < FIRST_PAGES || near.some(([from, to]) => index >= from && index <= to);
  const isRight = pages.every(({ isLive, end }, index) => isLive === (end === null || isWanted(index)));
  if (isRight) return pages;
  return pages.map((page, index) => {
    if (page.end === null || page.isLive === isWanted(index)) return page;
    return isWanted(index) ? { ...page, isLive: true } : resting(page, page.end);
  });
}

function widened([from, to]: Stretch): Stretch {
  const spare = MOST_OF_STRETCH - 1 - (to - from);
  const beside = Math.min(BESIDE, Math.floor(spare / 2));
  return [from - beside, to + beside];
}

const resting = <Item, Place extends Spot>(page: Page<Item, Place>, end: string): Page<Item, Place> => ({
  ...page,
  isLive: false,
  answer: null,
  halves: [],
  part: { ...page.part, endCursor: end },
});

/** The pages as the server has them now: the same array where nothing has changed. */
export function learned<Item, Place extends Spot>(
  pages: Pages<Item, Place>,
  answers: Answers<Item>,
  drawing: Drawing<Item, Place>,
): Pages<Item, Place> {
  let isAbove = drawing.isSteady && pages.some(({ places }) => places.length > 0);
  const next = pages
    .flatMap((page) => halved(page, answers, drawing.placeOf))
    .map((page) => {
      const now = heard(page, answers, { ...drawing, isAbove });
      isAbove &&= page.places.length === 0;
      return now;
    });
  if (next.length === pages.length && next.every((page, index) => page === pages[index])) return pages;
  return next.some(({ places }) => places.some(({ isGone }) => !isGone))
    ? next
    : settled(next, drawing.placeOf);
}

/** Everything takes its place, and what is gone leaves it: for whoever is at the top, where a move does no harm. */
export function settled<Item, Place extends Spot>(
  pages: Pages<Item, Place>,
  placeOf: (item: Item) => Place,
): Pages<Item, Place> {
  return pages.map((page) => {
    const kept = [...page.waiting, ...page.places.filter(({ isGone }) => !isGone)];
    const now = page.answer?.page.map(placeOf) ?? kept;
    return { ...page, places: unlessSame(page.places, now), waiting: [] };
  });
}

/** With one more page at the end, where there is one. */
export function extended<Item, Place extends Spot>(
  pages: Pages<Item, Place>,
  numItems: number,
): Pages<Item, Place> {
  const last = pages.at(-1);
  if (!last || last.end === null || last.isDone) return pages;
  return [...pages, unknown({ numItems, cursor: last.end })];
}

/** A page that has grown, as two, as soon as both are known. */
function halved<Item, Place extends Spot>(
  page: Page<Item, Place>,
  answers: Answers<Item>,
  placeOf: (item: Item) => Place,
): Pages<Item, Place> {
  const [newer, older] = page.halves;
  const behind = older && answers[nameOf(older)];
  if (!newer || !behind || !answers[nameOf(newer)]) return [page];
  const ids = new Set(behind.page.map((item) => placeOf(item).id));
  const found = page.places.findIndex(({ id }) => ids.has(id));
  const cut = found === -1 ? page.places.length : found;
  return [
    { ...unknown(newer), places: page.places.slice(0, cut) },
    { ...unknown(older), places: page.places.slice(cut) },
  ];
}

interface Hearing<Item, Place extends Spot> extends Drawing<Item, Place> {
  /** Nothing has a place further up, so that what is new above the page's own things comes on top of all. */
  isAbove: boolean;
}

function heard<Item, Place extends Spot>(
  page: Page<Item, Place>,
  answers: Answers<Item>,
  hearing: Hearing<Item, Place>,
): Page<Item, Place> {
  const answer = page.isLive ? answers[nameOf(page.part)] : undefined;
  if (!answer || answer === page.answer) return page;
  const halves = page.halves.length > 0 ? page.halves : halvesOf(page.part, answer);
  // So large that the server may have left something out.
  if (answer.pageStatus === "SplitRequired")
    return halves.length === page.halves.length ? page : { ...page, halves };
  const { continueCursor: end, isDone } = answer;
  return { ...page, answer, end, isDone, halves, ...placed(page, answer.page.map(hearing.placeOf), hearing) };
}

function halvesOf(part: Part, { splitCursor, pageStatus, continueCursor }: Answer<unknown>): readonly Part[] {
  if (!splitCursor || !pageStatus) return [];
  return [
    { ...part, endCursor: splitCursor },
    { ...part, cursor: splitCursor, endCursor: continueCursor },
  ];
}

function placed<Place extends Spot>(
  { places }: Page<unknown, Place>,
  now: readonly Place[],
  { isSteady, isAbove }: Pick<Hearing<never, Place>, "isSteady" | "isAbove">,
): Pick<Page<unknown, Place>, "places" | "waiting"> {
  if (!isSteady) return { places: unlessSame(places, now), waiting: [] };
  const kept = places.find(({ id }) => now.some((place) => place.id === id))?.id;
  const newer = kept === undefined ? now.length : now.findIndex(({ id }) => id === kept);
  const known = new Set(places.map(({ id }) => id));
  const waiting = isAbove ? now.slice(0, newer).filter(({ id }) => !known.has(id)) : [];
  return { places: unlessSame(places, inPlace(places, now, new Set(waiting))), waiting };
}

/** What was there stays where it was, also when it is gone or stands elsewhere `now`; what is new comes between, unless it waits. */
function inPlace<Place extends Spot>(
  before: readonly Place[],
  now: readonly Place[],
  waiting: ReadonlySet<Place>,
): readonly Place[] {
  const known = new Set(before.map(({ id }) => id));
  const still = new Map(now.map((place) => [place.id, place]));
  const behind = new Map<string, Place[]>();
  let above = "";
  for (const place of now) {
    if (known.has(place.id)) above = place.id;
    else if (!waiting.has(place)) behind.set(above, [...(behind.get(above) ?? []), place]);
  }
  const stays = (place: Place) => still.get(place.id) ?? { ...place, isGone: true };
  return [
    ...(behind.get("") ?? []),
    ...before.flatMap((place) => [stays(place), ...(behind.get(place.id) ?? [])]),
  ];
}

/** What stands in the same places is the same array, and nothing has to be arranged anew for it. */
function unlessSame<Place extends Spot>(before: readonly Place[], now: readonly Place[]): readonly Place[] {
  if (before.length !== now.length) return now;
  const isSame = now.every(({ id, isGone }, at) => id === before[at]?.id && isGone === before[at]?.isGone);
  return isSame ? before : now;
}
