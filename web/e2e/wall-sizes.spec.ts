import { type Browser, expect, type Page, test } from "@playwright/test";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { type Device, memberWithWall } from "./memberWithWall";
import { DESKTOP, type Person } from "./person";
import { fingers } from "./touch";
import { hang } from "./wall";

const MANY = 90;
/** Nearer to where it was than a gutter. */
const NEAR_PX = 4;

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

test("two fingers on a wall show its fotos larger, and the one between them stays where it is @long", async ({
  browser,
}) => {
  const kim = await arrived("Kim", browser, { hasTouch: true });
  const { page } = kim;
  const tile = tileOf(page, "Kim 40");
  await page.mouse.wheel(0, 1_000);
  await tile.scrollIntoViewIfNeeded();
  expect(await columnsOf(page)).toBe(3);
  const before = await middleOf(page, "Kim 40");
  const hand = await fingers(page, tile);

  await hand.down([-30, 0], [30, 0]);
  await hand.move([-80, 0], [80, 0]);
  await hand.up();

  await expect.poll(() => columnsOf(page)).toBe(2);
  await expect.poll(async () => Math.abs((await middleOf(page, "Kim 40")) - before)).toBeLessThan(NEAR_PX);
  await hand.down([-80, 0], [80, 0]);
  await hand.move([-30, 0], [30, 0]);
  await hand.up();
  await expect.poll(() => columnsOf(page)).toBe(3);
  await expect.poll(async () => Math.abs((await middleOf(page, "Kim 40")) - before)).toBeLessThan(NEAR_PX);
  await kim.leaves();
});

test("one pinch leads from three columns through two and one into the foto and enlarges it", async ({
  browser,
}) => {
  const una = await arrived("Una", browser, { hasTouch: true });
  const { page } = una;
  const tile = tileOf(page, "Una 8");
  const hand = await fingers(page, tile);
  const viewer = page.getByRole("dialog").getByRole("img", { name: "Una 8", exact: true });
  const width = async () => (await viewer.boundingBox())?.width ?? 0;

  // The wall hears fingers soon after its first fotos. Without motion, its columns can be counted at any moment.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const afterPinch = async () => {
    if ((await columnsOf(page)) === 2) return 2;
    await hand.down([-20, 0], [20, 0]);
    await hand.move([-30, 0], [30, 0]);
    await hand.up();
    return columnsOf(page);
  };
  await expect.poll(afterPinch).toBe(2);
  await hand.down([-30, 0], [30, 0]);
  await hand.move([-20, 0], [20, 0]);
  await hand.up();
  await expect.poll(() => columnsOf(page)).toBe(3);
  await page.emulateMedia({ reducedMotion: "no-preference" });

  await hand.down([-20, 0], [20, 0]);
  await hand.move([-30, 0], [30, 0]);
  await expect.poll(() => columnsOf(page)).toBe(2);
  await hand.move([-45, 0], [45, 0]);
  await expect.poll(() => columnsOf(page)).toBe(1);
  await hand.move([-65, 0], [65, 0]);
  await expect(viewer).toBeVisible();
  await hand.move([-66, 0], [66, 0]);
  await expect(viewer).toBeVisible();
  await hand.move([-67, 0], [67, 0]);
  const before = await width();
  await hand.move([-180, 0], [180, 0]);
  await expect.poll(width).toBeGreaterThan(before * 1.5);
  await hand.up();

  const afterEscape = async () => {
    await page.keyboard.press("Escape");
    return viewer.count();
  };
  await expect.poll(afterEscape).toBe(0);
  expect(await columnsOf(page)).toBe(1);
  await una.leaves();
});

test("a wall of one column can be read without opening anything, and is kept over a reload @long", async ({
  browser,
}) => {
  const lou = await arrived("Lou", browser, {});
  const { page } = lou;
  inflow.byHand("UPDATE posts SET caption = 'From the window seat' WHERE id = 'lou-Lou-1'");

  await unfoldsTools(page);
  for (let presses = 0; presses < 2; presses++)
    await page.getByRole("button", { name: "Larger fotos" }).click();

  const first = page.getByRole("listitem").filter({ has: tileOf(page, "Lou 1") });
  // While the wall changes its size, the tile shows the words too.
  await expect(first.getByRole("paragraph").filter({ hasText: "From the window seat" })).toBeVisible();
  await expect(first.getByRole("link", { name: /Lou Moreau @lou/ })).toBeVisible();
  await first.getByRole("button", { name: "graceful, 0" }).click();
  await expect(first.getByRole("button", { name: "graceful, 1" })).toHaveAttribute("aria-pressed", "true");
  await page.reload();
  await expect(first.getByRole("button", { name: "graceful, 1" })).toBeVisible();
  expect(await columnsOf(page)).toBe(1);
  await first.getByRole("button", { name: /comments?$/ }).click();
  await expect(page.getByRole("dialog").getByRole("img", { name: "Lou 1", exact: true })).toBeVisible();
  await lou.leaves();
});

test("+ shows a wall larger step by step until it opens the foto, and - goes back @long", async ({
  browser,
}) => {
  const max = await arrived("Max", browser, { viewport: DESKTOP });
  const { page } = max;
  const tile = tileOf(page, "Max 5");
  await hasKeys(page);
  await tile.focus();

  for (const columns of [2, 1]) {
    await page.keyboard.press("+");
    await expect.poll(() => columnsOf(page)).toBe(columns);
    await expect(tile).toBeFocused();
    await expect(tile).toBeInViewport();
  }
  await page.keyboard.press("+");
  await expect(page).toHaveURL(/post=max-Max-5/);
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("-");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(tile).toBeFocused();
  for (const columns of [2, 3]) {
    await page.keyboard.press("-");
    await expect.poll(() => columnsOf(page)).toBe(columns);
  }
  await max.leaves();
});

test("each wall keeps the columns that a member chose for it, and the sphere always has three", async ({
  browser,
}) => {
  const ned = await arrived("Ned", browser, { viewport: DESKTOP });
  const { page } = ned;
  await hasKeys(page);
  await page.getByRole("button", { name: "Larger fotos" }).click();
  await expect.poll(() => columnsOf(page)).toBe(2);

  await test.step("the sphere: + opens a foto at once", async () => {
    await page.getByRole("link", { name: "SPHERE", exact: true }).click();
    await expect.poll(() => columnsOf(page, /sphere/i)).toBe(3);
    await tileOf(page, "Ned 2").focus();
    await page.keyboard.press("+");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("-");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await columnsOf(page, /sphere/i)).toBe(3);
  });

  await test.step("the profile, and the home wall after it", async () => {
    await page.getByRole("link", { name: /^Your profile/ }).click();
    await expect.poll(() => columnsOf(page, /^Fotos by @ned/)).toBe(3);
    await tileOf(page, "Ned 2").focus();
    await page.keyboard.press("+");
    await page.keyboard.press("+");
    await expect.poll(() => columnsOf(page, /^Fotos by @ned/)).toBe(1);
    await page.getByRole("link", { name: "FOTOS", exact: true }).click();
    await expect.poll(() => columnsOf(page)).toBe(2);
  });
  await ned.leaves();
});

test("buttons show the wall of a profile larger and smaller, at a width for fingers @long", async ({
  browser,
}) => {
  const oda = await arrived("Oda", browser, {});
  const { page } = oda;
  const larger = page.getByRole("button", { name: "Larger fotos" });
  await oda.visits("/profile");
  for (const columns of [2, 1]) {
    await larger.click();
    await expect.poll(() => columnsOf(page, /^Fotos by @oda/)).toBe(columns);
  }
  await expect(larger).toBeDisabled();
  await page.getByRole("button", { name: "Smaller fotos" }).click();
  await expect.poll(() => columnsOf(page, /^Fotos by @oda/)).toBe(2);
  expect((await larger.boundingBox())?.width).toBe(44);

  await page.getByRole("tab", { name: "GRIDS" }).click();
  await expect(larger).toBeHidden();
  await oda.visits("/cue");
  await expect(page.getByText("No posts yet")).toBeVisible();
  await expect(larger).toBeHidden();
  hang(inflow, "oda", "Cue", { postType: "cue" });
  await expect(larger).toBeVisible();
  await oda.leaves();
});

async function arrived(name: string, browser: Browser, device: Device): Promise<Person> {
  const person = await memberWithWall(name, browser, inflow, mail, { ...device, count: MANY });
  await person.page.reload();
  await expect(tileOf(person.page, `${name} 1`)).toBeVisible();
  return person;
}

/** The keys are there soon after the first fotos. */
async function hasKeys(page: Page): Promise<void> {
  const afterJ = async () => {
    await page.keyboard.press("j");
    return page.locator("a:focus").count();
  };
  await expect.poll(afterJ).toBe(1);
}

/** A foto on the wall. Its link also says who posted it, and when. */
const tileOf = (page: Page, words: string) => page.getByRole("link", { name: new RegExp(`^${words} @`) });

/** In how many columns the wall stands. */
const columnsOf = (page: Page, name = /^Fotos in SCENIC/i) =>
  page
    .getByRole("list", { name })
    .getByRole("listitem")
    .evaluateAll((items) => new Set(items.map((item) => Math.round(item.getBoundingClientRect().x))).size);

/** The height of a foto's middle in the window, where nothing moves it any more. */
async function middleOf(page: Page, words: string): Promise<number> {
  const tile = tileOf(page, words);
  await tile.evaluate((element) =>
    Promise.all(element.getAnimations().map((animation) => animation.finished)),
  );
  const box = await tile.boundingBox();
  if (!box) throw new Error("it is not drawn");
  return box.y + box.height / 2;
}
