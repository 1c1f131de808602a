import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { fingers } from "./touch";
import { hang, hangPictures } from "./wall";

const postId = "alice-Low-tide-1";
const ADDRESS = `/homefeed?post=${postId}`;

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  const device = { hasTouch: true, isMobile: true };
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE, device });
  await Promise.all([alice, bob].map(({ page }) => hangPictures(page)));
  hang(inflow, "alice", "Low tide", { age: 60 });
});

test.afterAll(async () => {
  await Promise.all([alice, bob].map((each) => each?.leaves()));
  await inflow?.stop();
  await mail?.close();
});

test("the newest comments stand under the foto, live, as many as have room, and lead to all", async () => {
  const { page } = bob;
  await bob.visits(ADDRESS);
  const newest = page.getByRole("button", { name: /^Newest comments/ });
  await expect(page.getByRole("button", { name: "0 comments" })).toBeVisible();
  await expect(newest).toBeHidden();
  await page.getByRole("button", { name: "Add a comment…" }).click();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  await expect(sheet.getByLabel("Add a comment")).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  for (const word of ["first", "second", "third"]) await says(`The ${word}`);
  await expect(newest).toHaveText(/@alice The third.*@alice The second.*@alice The first$/);
  const seen = async () => {
    const lines = await newest.locator("> span:not(.visually-hidden)").all();
    const boxes = await Promise.all(lines.map((line) => line.boundingBox()));
    return boxes.filter(
      (box) => box && box.x + box.width <= PHONE.width && box.y + box.height <= PHONE.height,
    ).length;
  };
  await expect.poll(seen).toBe(3);

  await page.getByRole("button", { name: "Close" }).click();
  for (let columns = 3; columns > 1; columns -= 1) {
    await unfolds();
    await page.getByRole("button", { name: "Larger fotos" }).click();
  }
  await expect(newest).toHaveText(/@alice The third.*@alice The second$/);
  await says("The fourth");
  await expect(newest).toHaveText(/@alice The fourth.*@alice The third$/);
  await newest.click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Newest comments/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Comments" }).getByText("The first")).toBeVisible();
});

test("on a phone the comments leave the foto half of the screen, and a finger or a key gives them all of it", async () => {
  const { page } = bob;
  await bob.visits(ADDRESS);
  await page.getByRole("button", { name: "4 comments" }).click();
  const sheet = page.getByRole("dialog", { name: "Comments" });
  const handle = sheet.getByRole("button", { name: "Full height" });
  await expect.poll(() => shareOf(sheet)).toBe(55);
  await isAccessible(page, "comments in a sheet");

  await test.step("pressed by a key", async () => {
    await handle.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => shareOf(sheet)).toBe(100);
    await expect(handle).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Enter");
    await expect.poll(() => shareOf(sheet)).toBe(55);
    await handle.tap();
    await expect.poll(() => shareOf(sheet)).toBe(100);
    await handle.tap();
    await expect.poll(() => shareOf(sheet)).toBe(55);
  });

  await test.step("dragged up, and down again", async () => {
    await drags(handle, -200);
    await expect.poll(() => shareOf(sheet)).toBe(100);
    await expect(sheet.getByLabel("Add a comment")).toBeInViewport();
    await drags(handle, 20);
    await expect.poll(() => shareOf(sheet)).toBe(100);
    await drags(handle, 200);
    await expect.poll(() => shareOf(sheet)).toBe(55);
    await expect(sheet.getByLabel("Add a comment")).toBeInViewport();
  });

  await test.step("and dragged out of the screen", async () => {
    await drags(handle, 200);
    await expect(sheet).toBeHidden();
    await expect(page.getByRole("button", { name: "4 comments" })).toBeVisible();
  });
});

const says = (content: string) =>
  alice.call("mutation", "comments:create", { content, postId, userId: alice.userId, username: "alice" });

async function unfolds(): Promise<void> {
  const larger = bob.page.getByRole("button", { name: "Larger fotos" });
  if (!(await larger.isVisible()))
    await bob.page.getByRole("button", { name: "Quote, filter and size" }).click();
}

async function drags(handle: Locator, by: number): Promise<void> {
  const hand = await fingers(bob.page, handle);
  await hand.down([0, 0]);
  await hand.move([0, by / 2]);
  await hand.move([0, by]);
  await hand.up();
}

/** How much of the screen's height a sheet at rest covers, in percent. */
const shareOf = async (sheet: Locator) => {
  const { y = 0 } = (await sheet.boundingBox()) ?? {};
  return Math.round(((PHONE.height - y) / PHONE.height) * 100);
};
