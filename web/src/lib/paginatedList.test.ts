import { describe, expect, it } from "vitest";
import { appendPage, applyResults, type CursorRange, cursorRangeOf, subscribeAround } from "./pagesReducer";
import { type ListItem, newPage, type Page, type PageResult, queriedPages, queryKey } from "./paginatedList";

type Letters = readonly Page<string, ListItem>[];
const positionOf = (id: string): ListItem => ({ id });
const STEADY = { positionOf, freezeLayout: true };
const MOVING = { positionOf, freezeLayout: false };

const answer = (letters: string, more: Partial<PageResult<string>> = {}): PageResult<string> => ({
  page: [...letters],
  isDone: false,
  continueCursor: `after ${letters.at(-1)}`,
  ...more,
});

/** Pages of these letters, read one after the other. */
function read(...parts: string[]): Letters {
  let pages: Letters = [];
  for (const letters of parts) {
    pages =
      pages.length > 0
        ? appendPage(pages, letters.length)
        : [newPage({ numItems: letters.length, cursor: null })];
    pages = says(pages, { [pages.length - 1]: answer(letters) }, MOVING);
  }
  return pages;
}

/** The server answers pages, by their indexes. */
function says(pages: Letters, answers: Record<number, PageResult<string>>, drawing = STEADY): Letters {
  const named = Object.entries(answers).map(([at, one]) => [
    queryKey((pages[Number(at)] as Letters[number]).part),
    one,
  ]);
  return applyResults(pages, Object.fromEntries(named), drawing);
}

const wall = (pages: Letters) =>
  pages
    .map(({ positions }) => positions.map(({ id, isDeleted }) => (isDeleted ? `(${id})` : id)).join(""))
    .join(" ");
const waiting = (pages: Letters) => pages.flatMap(({ waiting }) => waiting.map(({ id }) => id)).join("");
const live = (pages: Letters) => pages.flatMap(({ isLive }, index) => (isLive ? [index] : []));
/** These pages are seen, by their indexes. */
const sees = (pages: Letters, ...stretches: [number, number][]) => {
  const at = (index: number) => pages[index]?.part.cursor ?? null;
  return subscribeAround(
    pages,
    stretches.map(([from, to]): CursorRange => [at(from), at(to)]),
  );
};
const long = () => read(...Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x4e00 + index)));

describe("which pages are followed", () => {
  it("are the first ones and those around what is seen", () => {
    expect(live(sees(long()))).toEqual([0, 1]);
    expect(live(sees(long(), [30, 31]))).toEqual([0, 1, 27, 28, 29, 30, 31, 32, 33, 34]);
  });

  it("are never more than a handful, however much is seen at once", () => {
    const pages = sees(long(), [10, 25], [30, 50]);
    expect(live(pages).length).toBeLessThanOrEqual(24);
  });

  it("are asked for by where they end once they have rested, and nothing old is kept of them", () => {
    const rested = sees(read("fe", "dc", "ba", "98"));
    expect(rested[3]?.answer).toBeNull();
    const back = sees(rested, [3, 3]);
    expect(queriedPages(back)).toContainEqual({
      numItems: 2,
      cursor: "after a",
      endCursor: "after 8",
    });
    expect(back[3]?.answer).toBeNull();
    expect(wall(back)).toBe("fe dc ba 98");
  });

  it("are found by the positions that are seen", () => {
    expect(cursorRangeOf(read("fed", "cba", "9"), [2, 3])).toEqual([null, "after d"]);
    expect(cursorRangeOf(read("fed", "cba", "9"), [5, 99])).toEqual(["after d", "after a"]);
  });

  it("include one that has never been there", () => {
    const pages = appendPage(sees(long(), [5, 5]), 24);
    expect(live(sees(pages, [5, 5]))).toContain(60);
  });
});

describe("while somebody reads further down", () => {
  it("what is new above waits", () => {
    const pages = says(read("dc", "ba"), { 0: answer("fedc") });
    expect(wall(pages)).toBe("dc ba");
    expect(waiting(pages)).toBe("fe");
  });

  it("what is gone leaves its place, also the first, and keeps it", () => {
    const pages = says(read("dcb", "a"), { 0: answer("ecb") });
    expect(wall(pages)).toBe("(d)cb a");
    expect(waiting(pages)).toBe("e");
    expect(wall(says(pages, { 0: answer("eb") }))).toBe("(d)(c)b a");
  });

  it("what went while its page rested leaves its place as well", () => {
    const rested = sees(read("fe", "dc", "ba", "98", "76"));
    const pages = says(sees(rested, [3, 3]), { 3: answer("8") });
    expect(wall(pages)).toBe("fe dc ba (9)8 76");
  });

  it("what was there stays where it is, also when the server has it elsewhere", () => {
    const pages = says(read("dcba"), { 0: answer("bedca") });
    expect(wall(pages)).toBe("dcba");
    expect(waiting(pages)).toBe("e");
  });

  it("what comes between older ones stands there at once", () => {
    expect(wall(says(read("fe", "dba"), { 1: answer("dcba") }))).toBe("fe dcba");
  });

  it("the list starts anew where nothing of it is left", () => {
    const pages = says(read("ba"), { 0: answer("dc") });
    expect(wall(pages)).toBe("dc");
    expect(waiting(pages)).toBe("");
  });
});

it("at the top, what is new takes its place and what is gone leaves it", () => {
  expect(wall(says(read("dc", "ba"), { 0: answer("ed") }, MOVING))).toBe("ed ba");
});

it("the pages are the same where nothing has changed", () => {
  const pages = read("dc", "ba");
  const answers = { 0: pages[0]?.answer, 1: pages[1]?.answer } as Record<number, PageResult<string>>;
  expect(says(pages, answers)).toBe(pages);
});

describe("a page that has grown too large", () => {
  const grown = answer("fedcba", {
    splitCursor: "after d",
    pageStatus: "SplitRecommended",
    continueCursor: "after a",
  });

  it("stays until both halves are there", () => {
    const pages = says(read("dcba"), { 0: grown });
    expect(queriedPages(pages).map(queryKey)).toEqual(["null 4", "null after d", "after d after a"]);
    expect(applyResults(pages, { "null 4": grown, "null after d": answer("fed") }, STEADY)).toBe(pages);
  });

  it("is two pages then, and nothing has moved", () => {
    const halves = { "null after d": answer("fed"), "after d after a": answer("cba") };
    const pages = applyResults(says(read("dcba"), { 0: grown }), halves, STEADY);
    expect(wall(pages)).toBe("d cba");
    expect(waiting(pages)).toBe("fe");
  });

  it("is not shown where the server may have left something out", () => {
    const pages = says(read("dcba"), { 0: { ...grown, pageStatus: "SplitRequired" } });
    expect(wall(pages)).toBe("dcba");
    expect(waiting(pages)).toBe("");
    expect(queriedPages(pages)).toHaveLength(3);
  });
});
