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
    const save = page.getByRole("link", { name: "Save original" });
    await expect(save).toBeVisible();
    await isAccessible(page, "a foto of the member's own");
    const arriving = page.waitForEvent("download");
    await save.click();
    const saved = await arriving;
    expect(saved.suggestedFilename()).toMatch(/^original-[a-z2-7]{26}\.jpeg$/);
    expect(readFileSync(await saved.path()).equals(readFileSync(file))).toBe(true);
  });

  await test.step("by keyboard it opens beside the app", async () => {
    await page.getByRole("link", { name: "Open original" }).focus();
    const opening = page.context().waitForEvent("page");
    await page.keyboard.press("Enter");
    const opened = await opening;
    await expect(opened).toHaveURL(/\/api\/media\/[a-z2-7]{26}\/original$/);
    await expect(opened.getByRole("img")).toBeVisible();
  });

  await test.step("Bob sees the foto, and nothing of the original", async () => {
    await bob.visits("/homefeed");
    await bob.foto("A beach at low tide").click();
    await expect(bob.page.getByRole("dialog").getByRole("button", { name: "Share" })).toBeVisible();
    await expect(bob.page.getByRole("link", { name: "Save original" })).toHaveCount(0);
  });
  await Promise.all([alice, bob].map((each) => each.leaves()));
});
