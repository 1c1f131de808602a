import type { Page } from "@playwright/test";

/** The ids in the addresses. */
export interface People {
  bobsProfile: string;
  conversation: string;
}

/** When a screen is empty: while Alice is the only member, once she has met Bob, or even in a lively community. */
export type Age = "alone" | "met" | "lively";

/** An action on a page, with the ids for its addresses. */
type Opening = (page: Page, people: People) => Promise<void>;

/** A popup's name; on a phone it may be another than on a desktop. */
type Named = string | { phone: string; desktop: string };

/** The screen while there is no data, at the same address unless another is given. */
interface Empty {
  says: string;
  age?: Age;
  opens?: Opening;
  dialog?: Named;
}

/** One row of the test: a screen, one of its tabs, or a popup over it. */
export interface Row {
  name: string;
  /** As the map of routes has it. */
  route: string;
  /** The address, where it is more than the route. */
  at?: string | ((people: People) => string);
  /** Actions at the address before the first query. */
  before?: Opening;
  /** Actions after that, until the screen is there. */
  opens?: Opening;
  /** Shows what a phone folds away. */
  unfolds?: Opening;
  /** It is this popup that is looked at, not the page below. */
  dialog?: Named;
  /** The page's title, in each of its states. */
  heading?: string | RegExp;
  /** Words, or the name of a picture, that show that everything is there. */
  full: string;
  /** Null where there are no such states: the screen is whole without an answer of the server, as the test shows. */
  asks: { loading: string; failed: string | string[] } | null;
  /** Null where there always is something. */
  empty: Empty | null;
}

/** Moves inside the app, as the browser's own buttons do: nothing is loaded again. */
export const go = (page: Page, to: string) =>
  page.evaluate((address) => {
    window.history.pushState(null, "", address);
    window.dispatchEvent(new PopStateEvent("popstate"));
    window.scrollTo(0, 0);
  }, to);

export const press =
  (name: string): Opening =>
  (page) =>
    page.getByRole("button", { name }).first().click();

export const search =
  (words: string): Opening =>
  (page) =>
    page.getByRole("searchbox").fill(words);

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 900;
