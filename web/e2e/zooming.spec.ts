import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { type Device, memberWithWall } from "./memberWithWall";
import { DESKTOP } from "./person";
import { fingers } from "./touch";

/** Pixels between a foto and what stands right below it, a caption of one line between them. */
const NEAR = 60;

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

test("two fingers enlarge a foto over everything around it, and a double tap makes it whole again @long", async ({
  browser,
}) => {
  const zoe = await arrived("Zoe", browser, { hasTouch: true });
  const { foto, author } = await opened(zoe.page, "Zoe 2");
  const whole = await widthOf(foto);

  const hand = await fingers(zoe.page, foto);
  await hand.down([-40, 0], [40, 0]);
  await hand.move([-150, 0], [150, 0]);
  await hand.up();

  await expect.poll(() => widthOf(foto)).toBeGreaterThan(2 * whole);
  await expect(author).toBeHidden();
  await hand.tap();
  await hand.tap();
  await expect.poll(() => widthOf(foto)).toBeCloseTo(whole);
  await expect(author).toBeVisible();
  await zoe.leaves();
});

test("an enlarged foto follows one finger, and does not turn to the next @long", async ({ browser }) => {
  const yan = await arrived("Yan", browser, { hasTouch: true });
  const { foto } = await opened(yan.page, "Yan 2");
  const hand = await fingers(yan.page, foto);
  await hand.tap();
  await hand.tap();
  const enlarged = await settledBox(foto);

  await hand.down([0, 0]);
  await hand.move([-80, -60]);
  await hand.up();

  const moved = await settledBox(foto);
  expect(moved.width).toBeCloseTo(enlarged.width);
  expect(moved.x).toBeLessThan(enlarged.x);
  expect(moved.y).toBeLessThan(enlarged.y);
  await expect(yan.page).toHaveURL(/post=yan-Yan-2/);
  await yan.leaves();
});

test("the fotos beside it follow the finger, and one that is drawn back turns to none of them @long", async ({
  browser,
}) => {
  const xia = await arrived("Xia", browser, { hasTouch: true });
  const { page } = xia;
  inflow.byHand("UPDATE media SET width = 600, height = 400 WHERE id = 'xia-Xia-3'");
  const { foto } = await opened(page, "Xia 2");
  const older = page.getByRole("dialog").locator("[data-page='1'] img");
  const before = { foto: await settledBox(foto), older: await settledBox(older) };
  const hand = await fingers(page, foto);

  await hand.down([0, 0]);
  await hand.move([-40, 0]);
  expect((await boxOf(foto)).x).toBeCloseTo(before.foto.x - 40);
  expect((await boxOf(older)).x).toBeCloseTo(before.older.x - 40);
  await hand.move([-20, 0]);
  await hand.up();
  expect(await settledBox(foto)).toEqual(before.foto);

  await hand.down([0, 0]);
  await hand.move([-90, 0]);
  await hand.up();
  await expect(page).toHaveURL(/post=xia-Xia-3/);
  const turned = page.getByRole("dialog").getByRole("img", { name: "Xia 3", exact: true });
  await expect(turned).toBeInViewport({ ratio: 1 });
  const { y, height } = await settledBox(turned);
  expect(y, "it stands as high as the finger showed it").toBeCloseTo(before.older.y);
  const words = await boxOf(page.getByRole("dialog").getByRole("group", { name: "Reactions" }));
  expect(words.y - y - height, "what is said about it is right below").toBeLessThan(NEAR);
  await xia.leaves();
});

test("a foto that is drawn down falls back onto the wall, and its tile has the focus again @long", async ({
  browser,
}) => {
  const wes = await arrived("Wes", browser, { hasTouch: true });
  const { page } = wes;
  const { foto } = await opened(page, "Wes 2");
  const hand = await fingers(page, foto);

  await hand.down([0, 0]);
  await hand.move([0, 90]);
  await hand.move([0, 60]);
  await hand.up();
  await settledBox(foto);
  await expect(page.getByRole("dialog"), "it was drawn back").toBeVisible();
  await hand.down([0, 0]);
  await hand.move([0, 160]);
  await hand.up();

  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/homefeed$/);
  await expect(page.getByRole("link", { name: "Wes 2" })).toBeFocused();
  await wes.leaves();
});

test("a touch while the foto falls back leaves no invisible dialog over the wall @long", async ({
  browser,
}) => {
  const quo = await arrived("Quo", browser, { hasTouch: true });
  const { page } = quo;
  const { foto } = await opened(page, "Quo 2");
  const hand = await fingers(page, foto);

  await hand.down([0, 0]);
  await hand.move([0, 160]);
  await hand.up();
  await hand.down([0, 0]);
  await hand.move([30, 0]);
  await hand.up();

  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL(/\/homefeed$/);
  await quo.leaves();
});

test("a tap leaves only the foto, as large as the screen allows, and another brings everything back @long", async ({
  browser,
}) => {
  const vic = await arrived("Vic", browser, { hasTouch: true });
  const { foto, author } = await opened(vic.page, "Vic 2");
  const hand = await fingers(vic.page, foto);

  await hand.tap();
  await expect(author).toBeHidden();
  const { height } = await settledBox(foto);
  expect(height).toBeGreaterThan(580);

  await hand.tap();
  await expect(author).toBeVisible();
  await vic.leaves();
});

test("keys enlarge a foto, move it and leave it alone, and Escape takes each step back @long", async ({
  browser,
}) => {
  const uma = await arrived("Uma", browser, { viewport: DESKTOP });
  const { page } = uma;
  const { foto, author } = await opened(page, "Uma 2");
  const whole = await settledBox(foto);

  await page.keyboard.press("f");
  await expect(author).toBeHidden();
  const alone = await settledBox(foto);
  expect(alone.height).toBeCloseTo(DESKTOP.height);
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await page.keyboard.press("ArrowDown");
  const below = await settledBox(foto);
  expect(below.height).toBeGreaterThan(2 * alone.height);
  expect(below.y).toBeLessThan((DESKTOP.height - below.height) / 2);

  await page.keyboard.press("Escape");
  expect(await settledBox(foto)).toEqual(alone);
  await page.keyboard.press("Escape");
  await expect(author).toBeVisible();
  expect(await settledBox(foto)).toEqual(whole);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await uma.leaves();
});

test("the wheel with Ctrl, as a trackpad's pinch, enlarges what is under the pointer @long", async ({
  browser,
}) => {
  const tom = await arrived("Tom", browser, { viewport: DESKTOP });
  const { page } = tom;
  const { foto } = await opened(page, "Tom 2");
  const whole = await settledBox(foto);
  const corner = { x: whole.x + 20, y: whole.y + 20 };

  await page.mouse.move(corner.x, corner.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -100);
  await page.keyboard.up("Control");

  const enlarged = await settledBox(foto);
  expect(enlarged.width).toBeGreaterThan(2 * whole.width);
  const share = (corner.y - enlarged.y) / enlarged.height;
  expect(share).toBeCloseTo(20 / whole.height, 1);
  await tom.leaves();
});

test("buttons enlarge a foto, leave it alone and put it back on the wall, for people who reach them by keyboard or screen reader @long", async ({
  browser,
}) => {
  const sol = await arrived("Sol", browser, {});
  const { page } = sol;
  const { foto, author } = await opened(page, "Sol 2");
  const whole = await widthOf(foto);

  await page.getByRole("button", { name: "Zoom in" }).press("Enter");
  await expect.poll(() => widthOf(foto)).toBeGreaterThan(1.4 * whole);
  await page.getByRole("button", { name: "Zoom out" }).press("Enter");
  await expect.poll(() => widthOf(foto)).toBeCloseTo(whole);
  const only = page.getByRole("button", { name: "Only the foto" });
  await only.press("Enter");
  await expect(author).toBeHidden();
  await expect(only).toHaveAttribute("aria-pressed", "true");
  await only.press("Enter");
  await expect(author).toBeVisible();
  await page.getByRole("button", { name: "Zoom out" }).press("Enter");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("link", { name: "Sol 2" })).toBeFocused();
  await sol.leaves();
});

test("Share copies the address of a foto, and the address opens it @long", async ({ browser }) => {
  const ria = await arrived("Ria", browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = ria;
  await page.evaluate(() => Object.defineProperty(navigator, "share", { value: undefined }));
  await opened(page, "Ria 2");

  await page.getByRole("button", { name: "Share" }).click();

  await expect(page.getByText("Link copied.")).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(address);
  await expect(page.getByRole("dialog").getByRole("img", { name: "Ria 2", exact: true })).toBeVisible();
  await ria.leaves();
});

test("where the device has a way to share, it is asked, and nothing is copied @long", async ({ browser }) => {
  const pip = await arrived("Pip", browser, {});
  const { page } = pip;
  await page.evaluate(() => {
    const share = async (what: ShareData) => {
      document.title = JSON.stringify(what);
      throw new DOMException("", "AbortError"); // and the member thinks better of it
    };
    Object.defineProperty(navigator, "share", { value: share });
  });
  await opened(page, "Pip 2");

  await page.getByRole("button", { name: "Share" }).click();

  await expect(page).toHaveTitle(
    JSON.stringify({ url: `${inflow.origin}/homefeed?post=pip-Pip-2`, title: "Foto by @pip" }),
  );
  await expect(page.getByRole("dialog").getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("Link copied.")).toHaveCount(0);
  await pip.leaves();
});

const arrived = (name: string, browser: Browser, device: Device) =>
  memberWithWall(name, browser, inflow, mail, { ...device, count: 3 });

/** Opens this foto from the wall. */
async function opened(page: Page, words: string) {
  await page.getByRole("link", { name: words }).click();
  const foto = page.getByRole("dialog").getByRole("img", { name: words, exact: true });
  await settledBox(foto);
  return { foto, author: page.getByRole("dialog").getByRole("link", { name: /@/ }).first() };
}

const widthOf = async (foto: Locator) => (await boxOf(foto)).width;

async function boxOf(foto: Locator) {
  const box = await foto.boundingBox();
  if (!box) throw new Error("it has no size");
  return box;
}

/** The place of a foto once it has come to rest. */
async function settledBox(foto: Locator) {
  await expect(foto.locator("xpath=ancestor::*[@data-shows]")).not.toHaveAttribute("data-moving");
  return boxOf(foto);
}
