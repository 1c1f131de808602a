import { expect, type Locator, type Page } from "@playwright/test";
import { isAccessible } from "../axe";
import { go, isPhone, type People, type Row } from "./row";
import { Wire } from "./wire";

/** A folder for pictures of everything that is looked at; nothing is painted where it is not set. */
const ALBUM = process.env.STATES_ALBUM;
const NARROWEST = 320;
/** A place with nothing of its own to ask for. */
const NOWHERE = "/settings/help";

type State = "loading" | "failed" | "full" | "empty";

/** A row that has one state. */
export type Plain = Required<Pick<Row, "name" | "route" | "heading" | "full">>;

/** A member at a page of one size, who goes from screen to screen and inspects each. */
export class Seat {
  private constructor(
    readonly page: Page,
    private readonly size: "phone" | "desktop",
    private readonly wire: Wire,
  ) {}

  static async at(page: Page): Promise<Seat> {
    const wire = await Wire.of(page);
    // What slides or fades is where it will be, at once.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    return new Seat(page, isPhone(page) ? "phone" : "desktop", wire);
  }

  /** A screen that has nothing of anybody to show. */
  async sees({ route, ...row }: Plain): Promise<void> {
    await go(this.page, route);
    await this.seesFull({ ...row, route, asks: null, empty: null });
  }

  /** The whole app, loaded anew by a server that is slow, fails, and has healed. */
  async seesItLoad(): Promise<void> {
    const { page } = this;
    const app = { name: "app", route: "/", full: "", asks: null, empty: null };
    await this.leaves();
    await go(page, "/homefeed");
    this.wire.waits();
    await page.reload();
    await expect(page.getByText("Loading...")).toBeVisible();
    await this.judges(app, "loading");
    this.wire.fails();
    await expect(page.getByRole("heading", { name: "Unexpected Application Error!" })).toBeVisible();
    await expect(
      page.getByText("Couldn't show this page. Reloading often helps.", { exact: true }),
    ).toBeVisible();
    await this.judges(app, "failed");
    this.wire.answers();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
  }

  /** While the server is slow, when it fails, and when it has healed. */
  async seesEachState(row: Row, people: People): Promise<void> {
    await this.goes(row, people, () => this.wire.waits());
    const place = this.placeOf(row.dialog);
    if (row.asks) {
      await expect(place.getByRole("status").filter({ hasText: row.asks.loading }).first()).toBeAttached();
      await this.judges(row, "loading");
    }
    this.wire.fails();
    if (row.asks) {
      await row.unfolds?.(this.page, people);
      for (const words of [row.asks.failed].flat())
        await expect(place.getByText(words).first()).toBeVisible();
      await this.judges(row, "failed");
    }
    this.wire.answers();
    if (row.asks) await triesAgain(place);
    await this.seesFull(row);
  }

  /** Where there is nothing to see. */
  async seesNothing({ empty, ...row }: Row, people: People): Promise<void> {
    if (!empty) return;
    const blank = { ...row, ...empty, empty };
    await this.goes(blank, people);
    await expect(this.placeOf(blank.dialog).getByText(empty.says).first()).toBeVisible();
    await this.judges(blank, "empty");
  }

  private async seesFull(row: Row): Promise<void> {
    const place = this.placeOf(row.dialog);
    const shown = place.getByText(row.full).or(place.getByRole("img", { name: row.full, exact: true }));
    await expect(shown.first()).toBeVisible();
    await expect(place.getByRole("status").filter({ hasText: /^Loading/ })).toHaveCount(0);
    await this.judges(row, "full");
  }

  /** The page below a popup, and everything that `before` needs, is there before `then` runs. */
  private async goes(row: Row, people: People, then = () => {}): Promise<void> {
    this.wire.answers();
    const { at = row.route, before, opens } = row;
    const address = typeof at === "string" ? at : at(people);
    await this.leaves();
    if (!opens) {
      then();
      return go(this.page, address);
    }
    await go(this.page, address);
    await expect(this.page.getByRole("heading", { name: "Help Center" })).toBeHidden();
    await before?.(this.page, people);
    await this.wire.isQuiet();
    then();
    await opens(this.page, people);
  }

  /** Closes every popup, and goes to a screen without data. */
  private async leaves(): Promise<void> {
    const open = this.page.getByRole("dialog");
    // A popup below another one cannot be closed before that one.
    await expect(async () => {
      if (await open.count()) await this.page.keyboard.press("Escape");
      await expect(open).toHaveCount(0, { timeout: 200 });
    }).toPass({ intervals: [50] });
    await go(this.page, NOWHERE);
    await expect(this.page.getByRole("heading", { name: "Help Center" })).toBeVisible();
    await this.wire.isQuiet();
  }

  private placeOf(dialog: Row["dialog"]): Locator {
    if (!dialog) return this.page.getByRole("main");
    const name = typeof dialog === "string" ? dialog : dialog[this.size];
    return this.page.getByRole("dialog", { name });
  }

  private async judges(row: Row & { name: string }, state: State): Promise<void> {
    const where = `${row.name}, ${state}, on a ${this.size}`;
    if (row.heading)
      await expect(this.page.getByRole("heading", { level: 1, name: row.heading }), where).toBeVisible();
    await isAccessible(this.page, where);
    if (ALBUM) await this.page.screenshot({ path: `${ALBUM}/${row.name}.${state}.${this.size}.png` });
    await this.holdsTogether(where);
  }

  /** Nothing has to be pushed aside to be read, on this page or on the narrowest. */
  private async holdsTogether(where: string): Promise<void> {
    await this.fits(where);
    const viewport = this.page.viewportSize();
    if (this.size === "desktop" || !viewport) return;
    await this.page.setViewportSize({ ...viewport, width: NARROWEST });
    await this.fits(`${where}, at ${NARROWEST}`);
    await this.page.setViewportSize(viewport);
  }

  /** Once what slides to its new place is there. */
  private fits(where: string): Promise<void> {
    return expect
      .poll(() => this.page.evaluate(isTooWide), { message: where, intervals: [10, 50] })
      .toBe(false);
  }
}

/**
 * Each part that failed says so, and has its own way to try again. Neither by finger nor by key: another part may lie over
 * it, and a popup may take the focus in between.
 */
async function triesAgain(place: Locator): Promise<void> {
  const again = place.getByRole("button", { name: "Try again" });
  await expect(again.first()).toBeVisible();
  // All in one step: after a click, the first one may be the one just pressed or the next. A list's next part may have
  // failed with the first, and says so once that is there.
  const isOver = async () => {
    await again.evaluateAll((found) => {
      for (const each of found) (each as HTMLElement).click();
    });
    return again.count();
  };
  await expect.poll(isOver).toBe(0);
}

function isTooWide(): boolean {
  if (document.documentElement.scrollWidth > window.innerWidth) return true;
  const parts = [...document.querySelectorAll("main, [role=dialog]")];
  return parts.some((part) => part.scrollWidth > part.clientWidth);
}
