import { readFileSync } from "node:fs";
import { expect, type Page, type Route, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { longUnless } from "./long";
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
  test(`on a ${device}, the feed comes without a jump, and with no other scripts than were weighed${longUnless(device === "phone")}`, async ({
    browser,
  }) => {
    const alice = await joins(names[0], { browser, inflow, mail, size });
    const bob = await joins(names[1], { browser, inflow, mail, size });
    const { page } = alice;
    await hangPictures(page);
    hang(inflow, alice.username, `Tide of ${names[0]}`, { count: 30 });
    // For a preview of what is unread.
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

    await test.step("where the first six fotos are fetched at once and first, and the others when they are near", async () => {
      const fetched = await page
        .getByRole("main")
        .getByRole("img")
        .evaluateAll((images) =>
          (images as HTMLImageElement[]).map(({ loading, fetchPriority }) => `${loading} ${fetchPriority}`),
        );
      expect(fetched.length).toBeGreaterThan(6);
      expect(fetched).toEqual(fetched.map((_, index) => (index < 6 ? "eager high" : "lazy auto")));
    });

    await test.step("and on the next one", async () => {
      await settles(alice, names[0]);
      expect(await shiftOf(page)).toBeLessThanOrEqual(MOST_SHIFT);
    });
    await alice.leaves();
    await bob.leaves();
  });

test("before any script is here, a member sees the shell and the feed's tiles where they will be @long", async ({
  browser,
}) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE });
  const { page } = erin;
  await hangPictures(page);
  hang(inflow, "erin", "Tide of Erin", { count: 8 });
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  await erin.visits("/homefeed");
  await expect(erin.foto("Tide of Erin 1")).toBeVisible();

  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
    [1280, 800],
    [1920, 1080],
  ] as const)
    await test.step(`on a screen of ${width} by ${height}`, async () => {
      await page.setViewportSize({ width, height });
      const release = await holdsScripts(page);
      await page.reload({ waitUntil: "commit" });
      // Nothing is painted before the styles are here, but it could be measured.
      await expect(page.locator("#skeleton")).toHaveCSS("position", "fixed");
      const blanks = [await boxOf(page, NAV_BLANK), await boxOf(page, TILE_BLANK)];
      await release();
      await expect(erin.foto("Tide of Erin 1")).toBeVisible();
      await expect(page.locator("#skeleton")).toBeHidden();
      expect(blanks).toEqual([await boxOf(page, "nav"), await boxOf(page, "[data-content] li")]);
    });

  await test.step("in as many columns as the member chose", async () => {
    await page.getByRole("button", { name: "Larger fotos" }).click();
    const release = await holdsScripts(page);
    await page.reload({ waitUntil: "commit" });
    await expect(page.locator("#skeleton [data-part=wall] > div")).toHaveCount(3);
    await release();
  });

  await test.step("and visitors see none of it, nor do pages without the shell", async () => {
    await holdsScripts(page);
    for (const path of ["/welcome", "/post/fotos", "/"]) {
      await page.goto(inflow.origin + path, { waitUntil: "commit" });
      await expect(page.getByRole("status")).toHaveText("Loading...");
      await expect(page.locator("#skeleton")).toBeHidden();
    }
    await page.evaluate(() => localStorage.removeItem("signed-in"));
    await page.goto(`${inflow.origin}/homefeed`, { waitUntil: "commit" });
    await expect(page.getByRole("status")).toHaveText("Loading...");
    await expect(page.locator("#skeleton")).toBeHidden();
  });
  expect(errors).toEqual([]);
  await erin.leaves();
});

test("the first six fotos are fetched before any script is here, just as the feed will show them", async ({
  browser,
}) => {
  const frida = await joins("Frida", { browser, inflow, mail, size: PHONE });
  const { page } = frida;
  await hangPictures(page);
  hang(inflow, "frida", "Tide of Frida", { count: 8 });
  await frida.visits("/homefeed");
  await expect(frida.foto("Tide of Frida 1")).toBeVisible();

  const inColumns = async (columns: number) => {
    const release = await holdsScripts(page);
    // A server that is busy leaves them out of its page.
    await expect(async () => {
      await page.reload({ waitUntil: "commit" });
      // The page's own script makes the blank tiles and the preloads in one go.
      await expect(page.locator(TILE_BLANK).first()).toBeAttached();
      expect(await page.locator(PRELOADED).count()).toBe(6);
    }).toPass();
    const preloaded = await page
      .locator(PRELOADED)
      .evaluateAll((links) =>
        (links as HTMLLinkElement[]).map(({ imageSrcset, imageSizes }) => [imageSrcset, imageSizes]),
      );
    await release();
    await expect(page.locator(`[data-columns="${columns}"]`)).toBeVisible();
    const shown = page.locator("main [data-content] img");
    await expect(shown.nth(5)).toBeVisible();
    const first = await shown.evaluateAll((images) =>
      (images as HTMLImageElement[]).slice(0, 6).map(({ srcset, sizes }) => [srcset, sizes]),
    );
    expect(first).toEqual(preloaded);
  };

  for (const [width, height, columns] of [
    [390, 844, 3],
    [2200, 1200, 5],
    [1280, 800, 3],
  ] as const)
    await test.step(`on a screen of ${width} by ${height}`, async () => {
      await page.setViewportSize({ width, height });
      await inColumns(columns);
    });

  await test.step("in as many columns as the member chose", async () => {
    await page.getByRole("button", { name: "Larger fotos" }).click();
    await inColumns(2);
    await page.getByRole("button", { name: "Larger fotos" }).click();
    await inColumns(1);
  });

  await test.step("but none of another filter's, or of a log-out's", async () => {
    await page.evaluate(() => localStorage.setItem("feedPreference", "cue"));
    await page.reload({ waitUntil: "domcontentloaded" });
    await expect(page.locator(PRELOADED)).toHaveCount(0);
    await page.evaluate(() => localStorage.removeItem("feedPreference"));
    await page.context().clearCookies();
    await page.reload({ waitUntil: "domcontentloaded" });
    await expect(page.locator(PRELOADED)).toHaveCount(0);
  });
});

const PRELOADED = "link[rel=preload][as=image]";
const NAV_BLANK = "#skeleton [data-part=nav]";
const TILE_BLANK = "#skeleton [data-part=wall] i";

/** Scripts do not arrive until the result is called. */
async function holdsScripts(page: Page): Promise<() => Promise<void>> {
  const scripts = /\/assets\/.+\.js$/;
  const held: Route[] = [];
  let isOpen = false;
  await page.unroute(scripts);
  await page.route(scripts, (route) => {
    if (isOpen) return route.continue();
    held.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Where it begins, and how wide it is: the heights depend on the fotos. */
const boxOf = (page: Page, selector: string) =>
  page.evaluate((selected) => {
    const { x, y, width } = document.querySelector(selected)?.getBoundingClientRect() ?? new DOMRect();
    return [x, y, width].map(Math.round);
  }, selector);

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
