import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";
import { choosesFor, postMenu } from "./postMenu";
import { fingers } from "./touch";

let mail: MailServer;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("an author opens and saves the file that they uploaded, and no other member is offered it", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = alice;
  const file = photograph(folder, "flower.jpg");
  await alice.prepares(file, "Low tide", "A beach at low tide");
  await alice.postToSphere.click();
  await expect(page).toHaveURL(/\/homefeed/);
  await alice.foto("A beach at low tide").click();
  await test.step("saved, it is the same file", async () => {
    await expect(postMenu(page)).toBeVisible();
    await isAccessible(page, "a foto of the member's own");
    const arriving = page.waitForEvent("download");
    await choosesFor(page, "Save original");
    const saved = await arriving;
    expect(saved.suggestedFilename()).toMatch(/^original-[a-z2-7]{26}\.jpeg$/);
    expect(readFileSync(await saved.path()).equals(readFileSync(file))).toBe(true);
  });

  await test.step("by keyboard it opens beside the app", async () => {
    const opening = page.context().waitForEvent("page");
    await choosesFor(page, "Open original");
    const opened = await opening;
    await expect(opened).toHaveURL(/\/api\/media\/[a-z2-7]{26}\/original$/);
    await expect(opened.getByRole("img")).toBeVisible();
  });

  await test.step("Bob sees the foto, and nothing of the original", async () => {
    await bob.visits("/homefeed");
    await bob.foto("A beach at low tide").click();
    await expect(bob.page.getByRole("dialog").getByRole("button", { name: "Share" })).toBeVisible();
    await expect(postMenu(bob.page)).toHaveCount(0);
  });
  await Promise.all([alice, bob].map((each) => each.leaves()));
});

test("a foto gets its sharpest rendition once the fingers that enlarge it are off", async ({ browser }) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE, device: { hasTouch: true } });
  const { page } = erin;
  await erin.prepares(photograph(folder, "china.jpg", { megapixels: 12 }), "The gate", "A gate");
  await erin.postToSphere.click();
  await erin.foto("A gate").click();
  const shown = page.getByRole("dialog").getByRole("img", { name: "A gate" });
  const width = () => shown.evaluate((image) => image.getBoundingClientRect().width);
  const hand = await fingers(page, shown);
  const whole = await width();
  const sharpest: string[] = [];
  page.on("request", (request) => request.url().endsWith("2048.webp") && sharpest.push(request.url()));

  await hand.down([-40, 0], [40, 0]);
  await hand.move([-150, 0], [150, 0]);
  await expect.poll(width).toBeGreaterThan(2 * whole);
  expect(sharpest).toEqual([]);
  await hand.up();

  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toMatch(/2048\.webp$/);
  await erin.leaves();
});

test("an author lets everyone enlarge a foto to all its pixels, and takes that back", async ({ browser }) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const dan = await joins("Dan", { browser, inflow, mail, size: DESKTOP });
  const { page } = carol;
  await carol.prepares(photograph(folder, "china.jpg", { megapixels: 12 }), "The temple", "A temple");
  await carol.postToSphere.click();
  await expect(page).toHaveURL(/\/homefeed/);
  await carol.foto("A temple").click();
  const dialog = page.getByRole("dialog", { name: "Full size" });

  await dan.visits("/homefeed");
  await dan.foto("A temple").click();
  const shown = dan.page.getByRole("dialog").getByRole("img", { name: "A temple" });
  const source = () => shown.evaluate((image: HTMLImageElement) => image.currentSrc);
  await expect.poll(source).toMatch(/1080\.webp$/);

  await test.step("it is allowed", async () => {
    await choosesFor(page, "Full size");
    await expect(dialog).toContainText(
      /You can let everyone who sees it enlarge it to all its \d,\d{3}\s×\s\d,\d{3} pixels/,
    );
    await isAccessible(page, "what full size means");
    await dialog.getByRole("button", { name: "Allow full size" }).click();
    await expect(page.getByRole("status").getByText("Full size allowed")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(postMenu(page)).toBeFocused();
  });

  await test.step("Dan sees every pixel once he enlarges it so far, and not before", async () => {
    await expect.poll(source).toMatch(/1080\.webp$/);
    await dan.page.keyboard.press("+");
    await expect.poll(source).toMatch(/2048\.webp$/);
    await dan.page.keyboard.press("+");
    await dan.page.keyboard.press("+");
    await expect.poll(source).toMatch(/full[a-z2-7]{8}\.webp$/);
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(2048);
  });

  await test.step("taken back, it is gone from his screen and from the server", async () => {
    const before = await source();
    await choosesFor(page, "Full size");
    await expect(dialog).toContainText("Everyone who sees this foto can enlarge it");
    await dialog.getByRole("button", { name: "Take it back" }).click();
    await expect(page.getByRole("status").getByText("Full size taken back")).toBeVisible();
    await expect.poll(source).toMatch(/2048\.webp$/);
    await expect.poll(async () => (await dan.page.request.get(before)).status()).toBe(404);
  });
  await Promise.all([carol, dan].map((each) => each.leaves()));
});
