import { createElement, useEffect } from "react";
// @ts-expect-error the package comes without types
import { act, create } from "react-test-renderer";
import { beforeEach, expect, it, vi } from "vitest";
import { api } from "../api";
import type { PageOptions, PageResult } from "../lib/paginatedList";
import { type PaginatedList, usePaginatedSubscription } from "./usePaginatedSubscription";

interface Foto {
  _id: string;
}

const MANY = 700;
const LARGEST_PAGE = 48;
const LOOKED_AT = [600, 640] as const;

const answers = new Map<string, PageResult<Foto>>();
let feed: PaginatedList<Foto, { id: string }> | undefined;

vi.mock("convex/react", () => ({
  useQueries: (queries: Record<string, { args: { paginationOpts: PageOptions } }>) =>
    Object.fromEntries(
      Object.entries(queries).map(([name, { args }]) => [name, answer(name, args.paginationOpts)]),
    ),
}));

beforeEach(() => vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true));

/**
 * A cursor is the number of the foto before it; a page without an end goes on to the end of the list, as a grown one
 * does.
 */
function answer(name: string, { cursor, endCursor }: PageOptions): PageResult<Foto> {
  const from = Number(cursor);
  const to = Number(endCursor ?? MANY);
  const page = Array.from({ length: to - from }, (_, index) => ({ _id: `${from + index}` }));
  const isLarge = page.length > LARGEST_PAGE;
  const said: PageResult<Foto> = {
    page,
    isDone: to === MANY,
    continueCursor: `${to}`,
    splitCursor: isLarge ? `${Math.floor((from + to) / 2)}` : null,
    pageStatus: isLarge ? "SplitRecommended" : null,
  };
  return answers.get(name) ?? answers.set(name, said).get(name) ?? said;
}

function Wall() {
  const wall = usePaginatedSubscription(
    api.posts.getCuePosts,
    {},
    { first: 24, positionOf: ({ _id }) => ({ id: _id }), freezeLayout: true },
  );
  const { setVisibleRange } = wall;
  useEffect(() => {
    setVisibleRange("wall", LOOKED_AT);
  }, [setVisibleRange]);
  feed = wall;
  return null;
}

it("shows what a member looks at when the page with it was split many times", async () => {
  await act(async () => {
    create(createElement(Wall));
  });
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(feed?.pages.length).toBeGreaterThan(8);
  });

  expect(feed?.positions.length).toBe(MANY);
  expect(feed?.itemOf("600")).toBeDefined();
  expect(feed?.itemOf("640")).toBeDefined();
  expect(feed?.itemOf("300")).toBeUndefined();
});
