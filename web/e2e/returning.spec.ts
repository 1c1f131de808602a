import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const MANY = 700;
const DEEP = 500;
const FEED = "posts:getSpherePosts";
/** However deep a wall was read, it is found again with the pages at its head and around its reader. */
const MOST_ASKED = 16 * 24;
const LOST = "Couldn't load these posts.";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let feed: Feed;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  await hangPictures(alice.page);
  // Before Alice reads the sphere: a page that was read while it was empty grows by all of them.
  hang(inflow, "alice", "Foto", { count: MANY, age: 60 });
  feed = await Feed.of(alice.page);
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
});

/** Alice reads far down the sphere, leaves it, and finds her place again: so many pixels down. */
async function comesBackToSphere(): Promise<number> {
  const { page } = alice;
  // So that the sphere is a new entry of the history, which begins at the top.
  await alice.visits("/homefeed");
  await alice.visits("/sphere");
  await readsDownTo(page, DEEP);
  const down = await page.evaluate(() => Math.round(window.scrollY));
  await page.getByRole("link", { name: "FIND" }).click();
  await expect(page.getByRole("heading", { name: "FIND" })).toBeVisible();
  feed.forget();
  await page.goBack();
  await expectIsRestored(page, down);
  return down;
}

test("a member who comes back to a wall finds their place without the pages above it", async () => {
  const { page } = alice;
  const down = await comesBackToSphere();

  feed.forget();
  await page.reload();
  await expectIsRestored(page, down);
});

test("a page of a wall one comes back to that fails says so from the first column to the last @long", async () => {
  const { page } = alice;
  await comesBackToSphere();
  feed.refusesLaterPages = true;
  await page.reload();
  const wall = page.getByRole("list", { name: "Fotos" });
  const failed = wall.getByRole("alert").filter({ hasText: LOST }).first();
  await expect(failed).toBeVisible();
  const [notice, whole] = [await failed.boundingBox(), await wall.boundingBox()];
  expect(notice?.x).toBeCloseTo(whole?.x ?? Number.NaN, 0);
  expect(notice?.width).toBeCloseTo(whole?.width ?? Number.NaN, 0);
  await failed.scrollIntoViewIfNeeded();
  await isAccessible(page, "a page of a wall that failed");
  feed.refusesLaterPages = false;
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(wall.getByRole("alert")).toHaveCount(0);
});

test("a page that fails says so in its place, and the rest of the wall stays", async () => {
  const { page } = alice;
  await alice.visits("/homefeed");
  feed.refusesLaterPages = true;
  // A new entry of the history, of which nothing was read before.
  await page.getByRole("link", { name: "Sphere" }).click();
  await expect(alice.foto("Foto 1").first()).toBeVisible();
  const failed = page.getByRole("main").getByRole("alert").filter({ hasText: LOST });
  await readsDownUntil(page, failed);
  expect(await inView(page).count()).toBeGreaterThan(6);
  feed.refusesLaterPages = false;
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(failed).toBeHidden();
  await readsDownTo(page, 60);
});

async function expectIsRestored(page: Page, down: number): Promise<void> {
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(down);
  await expect(inView(page)).not.toHaveCount(0);
  expect(feed.asked).toBeGreaterThan(0);
  expect(feed.asked).toBeLessThanOrEqual(MOST_ASKED);
}

/** The fotos of the wall that have come, and not only their places. */
const inView = (page: Page) => page.getByRole("main").getByRole("listitem").getByRole("img");

const readsDownTo = (page: Page, number: number): Promise<void> =>
  readsDownUntil(page, page.getByRole("main").getByRole("img", { name: `Foto ${number}`, exact: true }));

async function readsDownUntil(page: Page, found: Locator): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, window.innerHeight));
    expect(await found.count()).toBe(1);
  }).toPass({ intervals: [50], timeout: 120_000 });
}

interface Modification {
  type: "Add" | "Remove";
  queryId: number;
  udfPath?: string;
  args?: { paginationOpts?: { numItems: number; cursor: string | null } }[];
}

/** The queries of a page for its feed, and a server that can fail at them. */
class Feed {
  /** How many posts were asked for. */
  asked = 0;
  refusesLaterPages = false;
  private readonly refused = new Set<number>();

  static async of(page: Page): Promise<Feed> {
    const feed = new Feed();
    await page.routeWebSocket(/\/sync$/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        feed.hear(String(message));
        server.send(message);
      });
      server.onMessage((message) => socket.send(feed.spoilt(String(message))));
    });
    return feed;
  }

  forget(): void {
    this.asked = 0;
  }

  private hear(message: string): void {
    const { modifications = [] } = JSON.parse(message) as { modifications?: Modification[] };
    for (const { type, queryId, udfPath, args } of modifications) {
      const part = args?.[0]?.paginationOpts;
      if (type !== "Add" || udfPath !== FEED || !part) continue;
      this.asked += part.numItems;
      if (this.refusesLaterPages && part.cursor !== null) this.refused.add(queryId);
      else this.refused.delete(queryId);
    }
  }

  private spoilt(message: string): string {
    const heard = JSON.parse(message) as { modifications?: { type: string; queryId: number }[] };
    if (!heard.modifications) return message;
    const modifications = heard.modifications.map((one) =>
      this.refused.has(one.queryId)
        ? {
            type: "QueryFailed",
            queryId: one.queryId,
            errorMessage: "Server Error",
            logLines: [],
            journal: null,
          }
        : one,
    );
    return JSON.stringify({ ...heard, modifications });
  }
}
