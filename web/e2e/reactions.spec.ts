import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { rest } from "./touch";
import { hang, hangPictures } from "./wall";

const ADDRESS = "/homefeed?post=alice-Low-tide-1";
const postId = "alice-Low-tide-1";

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

test("the count opens who reacted, live, and a member in it leads to their wall", async () => {
  const { page } = alice;
  await bob.call("mutation", "reactions:react", { postId, reaction: "graceful" });
  await alice.visits(ADDRESS);
  await expect(page.getByRole("button", { name: "0 people: ciao" })).toHaveCount(0);
  const count = page.getByRole("button", { name: "1 person: graceful" });
  const box = await count.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await count.click();
  const dialog = page.getByRole("dialog", { name: "1 person: graceful" });
  await expect(dialog.getByRole("link", { name: /Bob/ })).toBeVisible();
  await isAccessible(page, "who reacted");

  await bob.call("mutation", "reactions:react", { postId, reaction: "errro" });
  await expect(page.getByRole("dialog", { name: "0 people: graceful" })).toBeVisible();
  await expect(page.getByText("No one any more")).toBeVisible();
  await page.getByRole("button", { name: "Close", exact: true }).last().click();
  await page.getByRole("button", { name: "1 person: errro" }).click();
  await page.getByRole("dialog", { name: "1 person: errro" }).getByRole("link", { name: /Bob/ }).click();
  await expect(page.getByRole("heading", { name: /Bob/ })).toBeVisible();
});

test("a letter reacts to the open foto, unless single keys are off", async () => {
  const { page } = alice;
  await alice.visits(ADDRESS);
  const ciao = page.getByRole("button", { name: /^ciao/ });
  await expect(ciao).toBeEnabled();
  for (const [key, name] of [
    ["c", "ciao"],
    ["a", "graceful"],
    ["e", "errro"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(page.getByRole("button", { name: new RegExp(`^${name}`) })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  }
  await page.keyboard.press("e");
  await expect(page.getByRole("button", { name: /^errro/ })).toHaveAttribute("aria-pressed", "false");

  await page.evaluate(() => localStorage.setItem("keys", "off"));
  await page.keyboard.press("c");
  await page.keyboard.press("Tab");
  await expect(ciao).toHaveAttribute("aria-pressed", "false");
});

test("a phone names the reactions until the first one, and after that under a finger that rests on them", async () => {
  const { page } = bob;
  await page.evaluate(() => localStorage.removeItem("reacted"));
  await bob.visits(ADDRESS);
  const ciao = page.getByRole("button", { name: /^ciao/ });
  const names = page.getByRole("group", { name: "Reactions" }).getByText(/^(ciao|graceful|errro)$/);
  const areShown = () => names.evaluateAll((all) => all.map((one) => getComputedStyle(one).opacity === "1"));
  await expect.poll(areShown).toEqual([true, true, true]);
  await ciao.tap();
  await expect(ciao).toHaveAttribute("aria-pressed", "true");
  await expect.poll(areShown).toEqual([true, true, true]);

  await bob.visits(ADDRESS);
  await expect(ciao).toHaveAttribute("aria-pressed", "true");
  await expect.poll(areShown).toEqual([false, false, false]);
  await rest(page, ciao, () => expect.poll(areShown).toEqual([true, false, false]));
  await expect.poll(areShown).toEqual([false, false, false]);
  await expect(ciao).toHaveAttribute("aria-pressed", "true");
  await ciao.tap();
  await expect(ciao).toHaveAttribute("aria-pressed", "false");
});
