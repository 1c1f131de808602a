import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const SOON = "Coming Soon!";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  const device = { hasTouch: true, isMobile: true };
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE, device });
  await hangPictures(alice.page);
  hang(inflow, "alice", "Low tide", { age: 60 });
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a finger learns what comes soon, and what the reactions are called @long", async () => {
  const { page } = alice;
  await alice.visits("/homefeed");
  await page.getByRole("button", { name: "FLICKS" }).tap({ force: true });
  await expect(page.getByRole("status").getByText(SOON)).toBeVisible();
  await expect(page.getByRole("button", { name: "FLICKS" })).toBeDisabled();
  for (const width of [320, 390, 699]) {
    await page.setViewportSize({ width, height: 700 });
    await isOneRow(page.getByRole("navigation", { name: "Main" }));
  }

  await alice.visits("/homefeed?post=alice-Low-tide-1");
  const reactions = page.getByRole("group", { name: "Reactions" });
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ["ciao", "graceful", "errro"]) {
      const label = reactions.getByText(name, { exact: true });
      await expect(label).toBeInViewport({ ratio: 1 });
      await expect(label).toHaveCSS("opacity", "1");
    }
    await expect(page.getByRole("button", { name: "0 comments" })).toBeInViewport({ ratio: 1 });
  }
  await isAccessible(page, "reactions on a touch screen");
});

test("the tabs of the notifications fit on a phone with all their figures @long", async () => {
  const { page } = alice;
  await tellOf(40);
  await page.setViewportSize(PHONE);
  await alice.visits("/homefeed");
  await page.getByRole("button", { name: /^Notifications, 120 unread/ }).tap();
  const list = page.getByRole("tablist", { name: "Kinds of notifications" });
  await expect(list.getByText("40")).toHaveCount(3);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width}`).toBe(
      0,
    );
    const tabs = await list.getByRole("tab").all();
    for (const tab of tabs) await expect(tab).toBeInViewport({ ratio: 1 });
    const widths = await Promise.all(
      tabs.map(async (tab) => Math.round((await tab.boundingBox())?.width ?? 0)),
    );
    expect(new Set(widths).size, `${widths}`).toBe(1);
  }
});

test("an open menu takes every click on it, also over a preview @long", async ({ browser }) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = bob;
  await tellOf(1, "bob");
  for (const height of [800, 560]) {
    await page.setViewportSize({ width: 1280, height });
    await bob.visits("/homefeed");
    await expect(page.getByRole("region", { name: "Unread" })).toBeVisible();
    await page.getByRole("button", { name: "Menu" }).click();
    const items = page.getByRole("menuitem");
    await expect(items.last()).toHaveText("Log out");
    for (const item of await items.all()) expect(await isOnTop(item), await item.innerText()).toBe(true);
  }
  await bob.leaves();
});

/** The links of the bar, none over another or cut off, each large enough for a finger; what comes soon is last and smaller. */
async function isOneRow(bar: Locator): Promise<void> {
  const width = bar.page().viewportSize()?.width ?? 0;
  const links = await bar.getByRole("link").all();
  let end = 0;
  for (const link of links) {
    const box = await boxOf(link);
    expect(box.x, `${width}`).toBeGreaterThanOrEqual(end);
    expect(Math.min(box.width, box.height), `${width}`).toBeGreaterThanOrEqual(44);
    const word = link.locator("> span").first();
    expect(await word.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    end = Math.floor(box.x + box.width);
  }
  expect(links).toHaveLength(6);
  const soon = await boxOf(bar.getByRole("button"));
  expect(soon.x).toBeGreaterThanOrEqual(end);
  expect(soon.x + soon.width, `${width}`).toBeLessThanOrEqual(width);
}

async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return box;
}

/** Unread notifications of each kind, by hand. */
async function tellOf(count: number, username = "alice"): Promise<void> {
  const kinds = "(VALUES ('post_comment'), ('sync_flow'), ('intexted'))";
  inflow.byHand(`
    INSERT INTO notifications (id, member_id, type, subject)
    SELECT '${username}-' || kind || number, users.id, kind, number
    FROM users, generate_series(1, ${count}) AS number, ${kinds} AS kinds (kind) WHERE users.username = '${username}'`);
}

/** Whether a press in the middle or near the edges meets the element. */
const isOnTop = (place: Locator) =>
  place.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const middle = (top + bottom) / 2;
    return [left + 8, (left + right) / 2, right - 8].every((x) =>
      element.contains(document.elementFromPoint(x, middle)),
    );
  });
