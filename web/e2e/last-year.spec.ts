import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";

const TITLE = "This week last year";

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  await alice.prepares(photograph(folder, "flower.jpg"), "Last year's tide", "A flower");
  await alice.postToSphere.click();
  await expect(alice.page).toHaveURL(/\/homefeed/);
});

test.afterAll(async () => {
  for (const each of [alice, bob]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a member finds their foto of the same week last year on their own profile, and hides it", async () => {
  const { page } = alice;
  await alice.visits("/profile");
  await expect(page.getByRole("link", { name: "A flower" })).toBeVisible();
  const week = page.getByRole("region", { name: TITLE });
  await expect(week).toHaveCount(0);

  await test.step("it comes to the open page", async () => {
    inflow.byHand("UPDATE posts SET created_at = created_at - interval '364 days'");
    await expect(week.getByRole("link", { name: "A flower" })).toBeVisible();
    await isAccessible(page, "/profile with last year");
  });

  await test.step("it opens the foto, and its close leads back", async () => {
    await week.getByRole("link", { name: "A flower" }).click();
    await expect(page.getByRole("dialog").getByText("Last year's tide")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("no other member sees it", async () => {
    await bob.visits("/homefeed");
    await bob.page.getByRole("link", { name: "A flower" }).first().click();
    await bob.page.getByRole("dialog").getByRole("link", { name: "Alice" }).first().click();
    await expect(bob.page).toHaveURL(/\/preview\//);
    await expect(bob.page.getByRole("link", { name: "A flower" })).toBeVisible();
    await expect(bob.page.getByText(TITLE)).toHaveCount(0);
  });

  await test.step("hidden, it stays hidden for this week", async () => {
    await week.getByRole("button", { name: "Hide for this week" }).press("Enter");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(week).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("link", { name: "A flower" })).toBeVisible();
    await expect(week).toHaveCount(0);
  });
});
