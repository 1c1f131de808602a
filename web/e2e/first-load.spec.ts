import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

/** What layout shifts add up to, at most; below a tenth counts as good. */
const MOST_SHIFT = 0.02;
const BUILT = new URL("../dist/.moments.json", import.meta.url);

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

for (const [names, device, size] of [
  [["Alice", "Bob"], "phone", PHONE],
  [["Carol", "Dan"], "desktop", DESKTOP],
] as const)
  test(`on a ${device}, the feed comes without a jump, and with no other scripts than were weighed`, async ({
    browser,
  }) => {
    const alice = await joins(names[0], { browser, inflow, mail, size });
    const bob = await joins(names[1], { browser, inflow, mail, size });
    const { page } = alice;
    await hangPictures(page);
    hang(inflow, alice.username, `Tide of ${names[0]}`, { count: 30 });
    // For the row of unread notifications.
    await bob.call("mutation", "flowRequests:requestSync", {
      sender_id: bob.profileId,
      receiver_id: alice.profileId,
    });
    await addShifts(page);

    await test.step("on the first visit", async () => {
      const scripts = scriptsOf(page);
      await settles(alice, names[0]);
      expect(scripts.size).toBeGreaterThan(10);
      expect([...scripts].filter((file) => !weighed("after ten seconds").has(file))).toEqual([]);
      expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
    });

    await test.step("and on the next one, which knows of unread notifications from its start", async () => {
      await settles(alice, names[0]);
      expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
    });
    await alice.leaves();
    await bob.leaves();
  });

/** The feed with its fotos, and all that comes after them. */
async function settles(alice: Joined, name: string): Promise<void> {
  await alice.visits("/homefeed");
  await expect(alice.foto(`Tide of ${name} 9`)).toBeVisible();
  await expect(alice.page.getByRole("button", { name: /unread/ })).toBeVisible();
  await alice.page.waitForLoadState("networkidle");
}

/** Scripts that the page fetches from now on, by their file. */
function scriptsOf(page: Page): ReadonlySet<string> {
  const files = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) files.add(pathname.slice(1));
  });
  return files;
}

const weighed = (moment: string): ReadonlySet<string> =>
  new Set((JSON.parse(readFileSync(BUILT, "utf8")) as Record<string, string[]>)[moment]);

const addShifts = (page: Page) =>
  page.addInitScript(() => {
    const sum = { shift: 0 };
    Object.assign(window, { sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) sum.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });

const shiftOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { sum: { shift: number } }).sum.shift);
