import { expect, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";

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

test("what a member is about to press stays in its place while the parts above it load", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;
  const download = page.getByRole("button", { name: "Download my data" });
  let release = () => {};
  const isPlaced = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const asked of ["sessions", "methods"])
    await page.route(`**/api/identity/${asked}`, (route) => isPlaced.then(() => route.continue()));

  await alice.visits("/settings/security");
  await expect(download).toBeVisible();
  await expect(page.getByRole("link", { name: "Change Password" })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const before = await download.boundingBox();
  release();
  await expect(page.getByRole("list", { name: "Where you are logged in" })).toContainText("This browser");

  expect(await download.boundingBox()).toEqual(before);
  await alice.leaves();
});
