import { type Browser, expect, type Page, test } from "@playwright/test";
import { chat, comeIntoFlow, field, lineOf, opens, rowOf, writes } from "./chatting";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { showKeyboard } from "./onScreenKeyboard";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const MANY = 60;
const HIGHEST_PX = 150;
const BAR_PX = 56;
const TARGET_PX = 44;
const MARGIN_PX = 16;
const SIDEWAYS = { width: 844, height: 390 };
const NARROW = { width: 320, height: 640 };
const LARGE = { width: 1920, height: 1080 };

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

test("on a phone the search of the cue is a magnifier in the title's line until it is used", async ({
  browser,
}) => {
  const cleo = await arrived("Cleo", browser, PHONE);
  const { page } = cleo;
  const field = page.getByPlaceholder("Search users to cue...");
  const magnifier = page.getByRole("search").locator("label");
  for (const size of [PHONE, NARROW]) {
    await page.setViewportSize(size);
    await cleo.visits("/cue");
    const title = await page.getByRole("heading", { name: "CUE", level: 1 }).boundingBox();
    const folded = await magnifier.boundingBox();
    if (!title || !folded) throw new Error("both are shown");
    expect(folded.width).toBe(TARGET_PX);
    expect(Math.abs(folded.y + folded.height / 2 - (title.y + title.height / 2))).toBeLessThanOrEqual(2);
    await magnifier.click();
    await expect(field).toBeFocused();
    await expect.poll(async () => (await magnifier.boundingBox())?.width).toBe(size.width - 2 * MARGIN_PX);
    await field.pressSequentially("nobody at all");
    await expect(page.getByText("No users found").last()).toBeVisible();
    await field.blur();
    await expect(page.getByText("No users found").last()).toBeInViewport();
    await field.fill("");
    await field.blur();
    await expect.poll(async () => (await magnifier.boundingBox())?.width).toBe(TARGET_PX);
  }
  await cleo.leaves();
});

test("on a phone, upright or on its side, the fotos begin at the top and everything else is one press away @long", async ({
  browser,
}) => {
  const ada = await arrived("Ada", browser, PHONE);
  const { page } = ada;
  for (const size of [PHONE, NARROW, SIDEWAYS]) {
    await page.setViewportSize(size);
    await expect.poll(() => topOf(page)).toBeLessThanOrEqual(size === SIDEWAYS ? BAR_PX : HIGHEST_PX);
  }
  // The title stands between the product's name and the bell.
  const [left, title, right] = await Promise.all([
    page.getByRole("link", { name: "Inflow" }).boundingBox(),
    page.getByRole("heading", { level: 1 }).boundingBox(),
    page.getByRole("button", { name: "Notifications" }).boundingBox(),
  ]);
  if (!left || !title || !right) throw new Error("all three are shown");
  expect(title.x).toBeGreaterThanOrEqual(left.x + left.width);
  expect(title.x + title.width).toBeLessThanOrEqual(right.x);
  await page.setViewportSize(PHONE);
  const main = page.getByRole("main");
  const filters = main.getByRole("group", { name: "Show only" });
  await expect(filters).toBeHidden();
  await unfoldsTools(page);
  await expect(main.getByRole("button", { name: /^Your quote/ })).toBeVisible();
  await expect(main.getByRole("button", { name: "Larger fotos" })).toBeVisible();
  await filters.getByRole("button", { name: "Cue" }).click();
  const tools = main.getByRole("button", { name: "Quote, filter and size" });
  await tools.click();
  await expect(filters).toBeHidden();
  await expect(tools).toContainText("Cue");
  await ada.leaves();
});

test("the header leaves when a member scrolls down, returns when they scroll up, and is there for the keyboard @long", async ({
  browser,
}) => {
  const bea = await arrived("Bea", browser, PHONE);
  const { page } = bea;
  const bell = page.getByRole("button", { name: "Notifications" });
  await page.mouse.move(200, 500);
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(bell).not.toBeInViewport();
  }).toPass();
  await page.mouse.wheel(0, -100);
  await expect(bell).toBeInViewport();
  await page.mouse.wheel(0, 300);
  await expect(bell).not.toBeInViewport();
  await page.getByRole("link", { name: "Inflow" }).focus();
  await page.keyboard.press("Tab");
  await expect(bell).toBeFocused();
  await expect(bell).toBeInViewport();
  await bea.leaves();
});

test("a large window has four columns on the home wall and on a profile, and three on the sphere @long", async ({
  browser,
}) => {
  const cem = await arrived("Cem", browser, LARGE);
  const { page } = cem;
  await expect.poll(() => columnsOf(page, /^Fotos in SCENIC/i)).toBe(4);
  await page.getByRole("button", { name: "Larger fotos" }).click();
  await expect.poll(() => columnsOf(page, /^Fotos in SCENIC/i)).toBe(3);
  await page.getByRole("button", { name: "Smaller fotos" }).click();
  await expect.poll(() => columnsOf(page, /^Fotos in SCENIC/i)).toBe(4);
  await page.setViewportSize(DESKTOP);
  await expect.poll(() => columnsOf(page, /^Fotos in SCENIC/i)).toBe(3);
  await page.setViewportSize(LARGE);
  await page.getByRole("link", { name: "SPHERE", exact: true }).click();
  await expect.poll(() => columnsOf(page, /sphere/i)).toBe(3);
  await cem.visits("/profile");
  await expect.poll(() => columnsOf(page, /^Fotos by/)).toBe(4);
  await cem.leaves();
});

test("the bar and the rail lead to the sphere, the cue and the profile, say where one is, and count unread messages @long", async ({
  browser,
}) => {
  const dan = await arrived("Dan", browser, NARROW);
  const eli = await arrived("Eli", browser, DESKTOP);
  const { page } = dan;
  const rail = page.getByRole("navigation", { name: "Main" });
  const self = page.getByRole("link", { name: /^Your profile/ });
  for (const size of [NARROW, PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    for (const name of ["SPHERE", "CUE"]) {
      await rail.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
      await expect(rail.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
    }
    await self.click();
    await expect(self).toHaveAttribute("aria-current", "page");
  }

  const conversationId = await comeIntoFlow(dan, eli);
  await expect(rail.getByRole("link", { name: /^INTEXTED$/ })).toBeVisible();
  await eli.call("mutation", "messages:sendMessage", {
    conversationId,
    senderId: eli.profileId,
    receiverId: dan.profileId,
    content: "Is the tide in?",
    type: "text",
  });
  const unread = rail.getByRole("link", { name: "INTEXTED 1 unread" });
  for (const size of [NARROW, PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expect(unread.getByText("1", { exact: true })).toBeInViewport({ ratio: 1 });
  }
  await dan.visits(`/intexted?chat=${conversationId}`);
  await expect(page.getByRole("dialog", { name: "Chat" })).toContainText("Is the tide in?");
  await page.keyboard.press("Escape");
  await expect(rail.getByRole("link", { name: /^INTEXTED$/ })).toBeVisible();
  await eli.leaves();
  await dan.leaves();
});

test("on a wide window a chat stands beside the inbox, where another can be chosen at once @long", async ({
  browser,
}) => {
  const [fay, gus, hal] = await Promise.all(
    ["Fay", "Gus", "Hal"].map((name) => joins(name, { browser, inflow, mail, size: DESKTOP })),
  );
  if (!fay || !gus || !hal) throw new Error("all three have joined");
  const withGus = await comeIntoFlow(fay, gus);
  await comeIntoFlow(fay, hal);
  const { page } = fay;
  await fay.visits("/intexted");
  await expect(page.getByText("Choose a conversation to read it here.")).toBeVisible();
  await opens(fay, "gus");
  await writes(fay, "Low tide at six");
  await expect(rowOf(fay, "gus")).toContainText("Low tide at six");
  await expect(rowOf(fay, "gus").getByRole("link")).toHaveAttribute("aria-current", "true");

  await opens(fay, "hal");
  await expect(chat(fay)).toContainText("@hal");
  await expect(chat(fay)).toHaveCount(1);
  await gus.call("mutation", "messages:sendMessage", {
    conversationId: withGus,
    senderId: gus.profileId,
    receiverId: fay.profileId,
    content: "I am there",
    type: "text",
  });
  await expect(rowOf(fay, "gus")).toContainText("I am there");
  await page.goBack();
  await expect(chat(fay)).toHaveCount(0);
  await expect(page).toHaveURL(/\/intexted$/);

  // In a window that is lower than the inbox, the inbox stays where it is.
  await page.setViewportSize({ ...DESKTOP, height: 440 });
  await rowOf(fay, "hal").scrollIntoViewIfNeeded();
  // From the press on: until then, the test itself may scroll to have the row free for its pointer.
  await page.evaluate(() => {
    const note = () => Object.assign(document.documentElement.dataset, { pressedAt: String(scrollY) });
    addEventListener("pointerdown", note, { capture: true });
  });
  await opens(fay, "hal");
  await expect(field(fay)).toBeFocused();
  const pressedAt = await page.evaluate(() => Number(document.documentElement.dataset.pressedAt));
  expect(pressedAt).toBeGreaterThan(0);
  expect(await page.evaluate(() => scrollY)).toBe(pressedAt);
  await field(fay).fill("Half a sentence");
  await page.setViewportSize(PHONE);
  await expect(field(fay)).toHaveValue("Half a sentence");
  expect(await chat(fay).boundingBox()).toMatchObject({ x: 0, ...PHONE });
  await Promise.all([fay, gus, hal].map((person) => person.leaves()));
});

test("an on-screen keyboard covers neither the field of a chat nor its newest message @long", async ({
  browser,
}) => {
  const ivy = await joins("Ivy", { browser, inflow, mail, size: PHONE });
  const jon = await joins("Jon", { browser, inflow, mail, size: PHONE });
  const conversationId = await comeIntoFlow(ivy, jon);
  const { page } = ivy;
  await ivy.visits(`/intexted?chat=${conversationId}`);
  for (let number = 1; number <= 20; number++) await writes(ivy, `Wave ${number}`);
  await expect(lineOf(ivy, "Wave 20")).toBeInViewport();

  await showKeyboard(page, 336, 40);
  const bottom = async () => {
    const box = await field(ivy).boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(bottom).toBeLessThan(PHONE.height - 336);
  const newest = async () => {
    const box = await lineOf(ivy, "Wave 20").boundingBox();
    return box ? box.y + box.height : Number.POSITIVE_INFINITY;
  };
  await expect.poll(async () => (await newest()) <= (await bottom())).toBe(true);
  expect((await chat(ivy).boundingBox())?.y).toBe(40);

  await showKeyboard(page, 0, 0);
  await expect.poll(bottom).toBeGreaterThan(PHONE.height - 100);
  await ivy.leaves();
  await jon.leaves();
});

test("Create shows a member's three newest fotos as a grid @long", async ({ browser }) => {
  const kay = await arrived("Kay", browser, PHONE);
  const { page } = kay;
  await kay.visits("/create");
  const grid = page.getByRole("region", { name: "Create Grid" });
  await expect(grid.locator("img")).toHaveCount(3);
  inflow.byHand("DELETE FROM posts WHERE id LIKE 'kay-Kay-%' AND id <> 'kay-Kay-60'");
  await expect(grid.locator("img")).toHaveCount(1);
  await grid.getByRole("link", { name: "Create Grid" }).click();
  await expect(page.getByRole("heading", { name: "Create Grid" })).toBeVisible();
  await kay.leaves();
});

test("the preview of a grid has at least 280 pixels beside the fotos, on small phones too @long", async ({
  browser,
}) => {
  const lea = await arrived("Lea", browser, PHONE);
  const { page } = lea;
  await lea.visits("/grid-creation");
  await page.getByRole("radio", { name: "vertical1" }).check();
  const preview = page.getByRole("status").filter({ hasText: "vertical1 takes" }).locator("xpath=../div[1]");
  const foto = page.getByRole("button", { name: /^Lea 7\b/ });
  for (const size of [NARROW, PHONE, SIDEWAYS, DESKTOP]) {
    await page.setViewportSize(size);
    await page.mouse.move(100, 300);
    const scrolls = async () => {
      await page.mouse.wheel(0, 100);
      return foto.isVisible();
    };
    await expect.poll(scrolls).toBe(true);
    await foto.scrollIntoViewIfNeeded();
    await expect(preview).toBeInViewport({ ratio: 1 });
    const { width = 0, height = 0 } = (await preview.boundingBox()) ?? {};
    expect(Math.min(width, height), `${size.width}`).toBeGreaterThanOrEqual(280);
    const button = await page.getByRole("button", { name: "Create Grid" }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(size.height);
    await page.evaluate(() => scrollTo(0, 0));
  }
  await lea.leaves();
});

/** A member who has fotos on the wall of SCENIC. */
async function arrived(name: string, browser: Browser, size: typeof PHONE): Promise<Joined> {
  const person = await joins(name, { browser, inflow, mail, size });
  await hangPictures(person.page);
  hang(inflow, person.username, name, { count: MANY });
  await person.page.reload();
  await expect(person.page.getByRole("link", { name: new RegExp(`^${name} 1 @`) })).toBeVisible();
  return person;
}

/** Where the first foto begins, in pixels below the top of the window. */
const topOf = async (page: Page) => {
  const box = await page.getByRole("list", { name: /^Fotos in/ }).boundingBox();
  return box?.y ?? Number.POSITIVE_INFINITY;
};

const columnsOf = (page: Page, name: RegExp) =>
  page
    .getByRole("list", { name })
    .getByRole("listitem")
    .evaluateAll((items) => new Set(items.map((item) => Math.round(item.getBoundingClientRect().x))).size);
