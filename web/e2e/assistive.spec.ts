import { expect, type Locator, type Page, test } from "@playwright/test";
import { comeIntoFlow } from "./chatting";
import { isApprovedByIbm } from "./ibm";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const SCREENS = [
  "/homefeed",
  "/sphere",
  "/cue",
  "/cue?tab=cues",
  "/find",
  "/intexted",
  "/intexted?tab=syncflows",
  "/flicks",
  "/post/fotos",
  "/profile",
  "/profile?tab=grids",
  "/nooks",
  "/create",
  "/grid-creation",
  "/curators",
  "/settings/profile",
  "/settings/privacy",
  "/settings/security",
  "/settings/notifications",
  "/settings/help",
];
const VISITORS = ["/", "/login", "/get-started", "/reset-password"];
const PRESSES = 60;

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let conversationId: string;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
  for (const { page } of [alice, bob]) await hangPictures(page);
  hang(inflow, "alice", "Foto", { count: 12 });
  conversationId = await comeIntoFlow(bob, alice);
});

test.afterAll(async () => {
  for (const each of [alice, bob]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a second checker finds nothing on any screen of a visitor or on a desktop, and one title @long", async ({
  browser,
}) => {
  const visitor = await browser.newPage();
  for (const path of VISITORS) {
    await visitor.goto(inflow.origin + path);
    await isRight(visitor, path);
  }
  await visitor.close();
  for (const path of SCREENS) {
    await alice.visits(path);
    await isRight(alice.page, path);
  }
  // From screen to screen as well, without a new page load.
  await alice.visits("/homefeed");
  for (const [link, title] of [
    ["FIND", /^Find/],
    ["FOTOS", /^scenic/],
  ] as const) {
    await alice.page.getByRole("link", { name: link }).click();
    await expect(alice.page).toHaveTitle(title);
    await expect(alice.page.locator("title")).toHaveCount(1);
  }
});

test("a second checker finds nothing on any screen of a phone @long", async () => {
  for (const path of SCREENS) {
    await bob.visits(path);
    await isRight(bob.page, path);
  }
});

test("a second checker finds nothing while something lies over the page", async () => {
  for (const { page } of [alice, bob]) {
    await page.goto(`${inflow.origin}/homefeed?post=alice-Foto-3`);
    await expect(page.getByRole("button", { name: /^graceful/ })).toBeEnabled();
    await isRight(page, "a foto");
    await page.goto(`${inflow.origin}/homefeed`);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("tab", { name: "SYNCFLOWS" })).toBeVisible();
    await isRight(page, "notifications");
    await page.goto(`${inflow.origin}/intexted?chat=${conversationId}`);
    await expect(page.getByPlaceholder("Type a message...")).toBeVisible();
    await isRight(page, "a chat");
  }
});

test("Tab stays in a dialog however fast it is pressed, and the focus goes back behind it", async () => {
  const { page } = alice;
  await alice.visits("/homefeed");
  await page.getByRole("link", { name: /^Foto 2 @alice/ }).press("Enter");
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  await expect(popup.getByRole("button", { name: /^graceful/ })).toBeEnabled();
  const left = await page.evaluateHandle(() => {
    const outside: string[] = [];
    const root = document.querySelector("#root");
    root?.addEventListener("focusin", ({ target }) => outside.push((target as Element).outerHTML));
    return outside;
  });
  const keys = Array.from({ length: PRESSES }, (_, at) => (at % 3 ? "Tab" : "Shift+Tab"));
  await Promise.all(keys.map((key) => page.keyboard.press(key)));
  await Promise.all(keys.map(() => page.keyboard.press("Tab")));
  expect(await left.jsonValue()).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(popup).toBeHidden();
  await expect(page.getByRole("link", { name: /^Foto 2 @alice/ })).toBeFocused();
});

test("two keys and one more lead to the first foto, past everything above the wall", async () => {
  const { page } = alice;
  await alice.visits("/homefeed");
  const first = page.getByRole("link", { name: /^Foto 1 @alice/ });
  await expect(first).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Skip to content" })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(first).toBeFocused();
  await alice.visits("/settings/help");
  await page.getByRole("button", { name: "Skip to content" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("in the system's own colours it shows what is on, chosen and current", async () => {
  const { page } = alice;
  await page.emulateMedia({ forcedColors: "active" });
  await alice.visits("/settings/privacy");
  const allow = page.getByRole("switch").first();
  await expect(allow).toBeEnabled();
  const before = await inks(page, allow);
  expect(before.size).toBeGreaterThan(1);
  const isOn = await allow.getAttribute("aria-checked");
  await allow.click();
  await expect(allow).not.toHaveAttribute("aria-checked", isOn ?? "");
  expect([...(await inks(page, allow))]).not.toEqual([...before]);

  await alice.visits("/profile?tab=grids");
  const edge = (place: Locator) => place.evaluate((one) => getComputedStyle(one).borderBottomColor);
  const tabs = page.getByRole("tablist").first();
  expect(await edge(tabs.getByRole("tab", { name: "GRIDS" }))).not.toBe(
    await edge(tabs.getByRole("tab", { name: "FOTOS" })),
  );
  await alice.visits("/find");
  const nav = page.getByRole("navigation", { name: "Main" });
  expect(await edge(nav.getByRole("link", { name: "FIND" }))).not.toBe(
    await edge(nav.getByRole("link", { name: "INTEXTED" })),
  );
  await page.emulateMedia({ forcedColors: "none" });
});

async function isRight(page: Page, where: string): Promise<void> {
  await expect(page.locator("main").first()).toBeAttached();
  await expect(page.locator('main[aria-busy="true"]')).toHaveCount(0);
  await expect.poll(() => page.locator("title").count(), where).toBe(1);
  await isApprovedByIbm(page, where);
}

/** The colours that an element is drawn in, as far as they cover more than an edge, with how much they cover. */
async function inks(page: Page, place: Locator): Promise<Map<string, number>> {
  const file = await place.screenshot({ animations: "disabled" });
  const counted = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      ctx?.drawImage(bitmap, 0, 0);
      const { data = [] } = ctx?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
      const counts: Record<string, number> = {};
      for (let at = 0; at < data.length; at += 4) {
        const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
        counts[colour] = (counts[colour] ?? 0) + 1;
      }
      return Object.entries(counts).filter(([, count]) => count > (bitmap.width * bitmap.height) / 20);
    },
    [...file],
  );
  return new Map(counted);
}
