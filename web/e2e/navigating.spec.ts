import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow, roadOf } from "./chatting";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { Person, PHONE, SIZES } from "./person";
import { hang, hangPictures } from "./wall";

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

for (const [device, size] of SIZES)
  test(`on a ${device}, the notice of a lost connection stands above a dialog and above a chat${longUnless(device === "phone")}`, async ({
    browser,
  }) => {
    const alice = await joins(`Alice${device}`, { browser, inflow, mail, size });
    const bob = await joins(`Bob${device}`, { browser, inflow, mail, size });
    const chat = await comeIntoFlow(alice, bob);
    const road = await roadOf(alice.page.context());
    const notice = alice.page.getByText("Offline. Reconnecting…");

    await test.step("a dialog", async () => {
      await alice.visits("/settings/security");
      await alice.page.getByRole("button", { name: "Delete Account" }).click();
      const dialog = alice.page.getByRole("dialog");
      await road.cut();
      await expect(notice).toBeVisible();
      expect(await isOnTop(notice)).toBe(true);
      for (const button of await dialog.getByRole("button").all())
        expect(await overlaps(notice, button)).toBe(false);
      await isAccessible(alice.page, "a dialog while the connection is lost");
      await road.mend();
      await expect(notice).toBeHidden();
    });

    await test.step("a chat", async () => {
      await alice.visits(`/intexted?chat=${chat}`);
      const field = alice.page.getByPlaceholder("Type a message...");
      await expect(field).toBeVisible();
      await road.cut();
      await expect(notice).toBeVisible();
      expect(await isOnTop(notice)).toBe(true);
      expect(await overlaps(notice, field)).toBe(false);
    });
    for (const person of [alice, bob]) await person.leaves();
  });

test("on a phone, back closes what is open, also where it is the first thing in the tab's history", async ({
  browser,
}) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const dave = await joins("Dave", { browser, inflow, mail, size: PHONE });
  const chat = await comeIntoFlow(carol, dave);
  await hangPictures(carol.page);
  hang(inflow, "carol", "Low tide");
  const stepsBack = (page: Page) => page.evaluate(() => (history.state as { idx: number }).idx);

  await test.step("a popup and a dialog without an address", async () => {
    const page = await carol.opensAnother("/settings/security");
    await page.getByRole("button", { name: "Delete Account" }).click();
    await expect(page.getByRole("dialog", { name: "Delete Account" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).toHaveURL(/\/settings\/security$/);
    expect(await stepsBack(page)).toBe(0);
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("dialog", { name: "Notifications" })).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect.poll(() => stepsBack(page)).toBe(0);
  });

  for (const [what, place, below] of [
    ["a shared foto", "/homefeed?post=carol-Low-tide-1", /\/homefeed$/],
    ["a chat", `/intexted?chat=${chat}`, /\/intexted$/],
  ] as const)
    await test.step(what, async () => {
      const page = await carol.opensAnother(place);
      await expect(page.getByRole("dialog")).toBeVisible();
      await expect.poll(() => stepsBack(page)).toBe(1);
      await expect(page).toHaveURL(inflow.origin + place);
      await page.goBack();
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page).toHaveURL(below);
    });
  for (const person of [carol, dave]) await person.leaves();
});

test("a member who opens / comes to the feed, and after logging out to the landing page", async ({
  browser,
}) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE });
  const { page } = erin;
  await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
  await erin.visits("/");
  await expect(page).toHaveURL(/\/homefeed$/);
  await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
  await erin.signsOut();
  await erin.visits("/");
  await expect(page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  await erin.leaves();
});

test("the first action of a member without a nook, before an empty feed, is to choose one", async ({
  browser,
}) => {
  const frank = await Person.arrives("Frank", browser, inflow, PHONE);
  const { page } = frank;
  await frank.enrols(mail);
  inflow.byHand("DELETE FROM posts");
  await frank.visits("/homefeed");
  await expect(page.getByText("No posts to display")).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Post a foto" })).toBeHidden();
  await isAccessible(page, "a feed without a nook");
  await page.getByRole("link", { name: "Choose your nook" }).click();
  await frank.chooses("SCENIC");
  await expect(page.getByRole("main").getByRole("link", { name: "Post a foto" })).toBeVisible();
  await frank.leaves();
});

test("a server that falls silent is given up after 30 seconds", async ({ browser }) => {
  const gail = await joins("Gail", { browser, inflow, mail, size: PHONE });
  const { page } = gail;
  const notice = page.getByText("Offline. Reconnecting…");
  await page.clock.install();
  await gail.visits("/homefeed");
  await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  inflow.freeze();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  // Its last message may have come up to 13 seconds ago.
  await page.clock.runFor(15_000);
  await expect(notice).toBeHidden();
  await page.clock.runFor(16_000);
  // The page draws between the steps. It is 51 seconds of silence at most; the client by itself would wait 60.
  for (let step = 0; step < 10; step += 1) await page.clock.runFor(700);
  await expect(notice).toBeVisible();
  await inflow.kill();
  await inflow.start();
  await page.clock.resume();
  await expect(notice).toBeHidden();
  await gail.leaves();
});

/** Whether the middle of the element is drawn, and not covered by an overlay. */
const isOnTop = (one: Locator) =>
  one.evaluate((element) => {
    // Taps go through it, and so would the question which element is at its place.
    (element as HTMLElement).style.pointerEvents = "auto";
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });

async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error("it has no size");
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
