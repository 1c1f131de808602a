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
import { choosesFor, postMenu } from "./postMenu";

const FOTO = "A beach";

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;
let post: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  await alice.prepares(photograph(folder, "flower.jpg"), "Low tide", FOTO);
  await alice.postToSphere.click();
  await expect(alice.page).toHaveURL(/\/homefeed/);
  await alice.foto(FOTO).click();
  await expect(postMenu(alice.page)).toBeVisible();
  post = new URL(alice.page.url()).search;
});

test.afterAll(async () => {
  for (const each of [alice, bob]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a foto in the archive is gone from another member's open pages, and back once it is shown again", async () => {
  const { page } = alice;
  const wall = await bob.opensAnother("/sphere");
  await bob.visits(`/homefeed${post}`);
  const opened = bob.page.getByRole("dialog").getByAltText(FOTO, { exact: true });
  await expect(opened).toBeVisible();
  await expect(wall.getByAltText(FOTO)).toBeVisible();
  for (const each of [bob.page, wall]) await each.evaluate(() => Object.assign(window, { unreloaded: true }));
  const address = await wall.getByAltText(FOTO).evaluate((image: HTMLImageElement) => image.currentSrc);
  const answer = async () => (await bob.page.request.get(address)).status();
  expect(await answer()).toBe(200);

  await test.step("its author archives it", async () => {
    await choosesFor(page, "Archive");
    await expect(page.getByText("Only you see your foto now, in the archive on your profile.")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(bob.page.getByText("Foto not available")).toBeVisible();
    for (const each of [page, bob.page, wall]) await expect(each.getByAltText(FOTO)).toHaveCount(0);
    expect(await answer()).toBe(404);
  });

  await test.step("the archive is reached from the profile", async () => {
    await alice.visits("/profile");
    await expect(page.getByText("No photos uploaded yet")).toBeVisible();
    await page.getByRole("button", { name: "More of yours" }).press("Enter");
    await page.getByRole("menuitem", { name: "Archive" }).press("Enter");
    await expect(page).toHaveURL(/\/archive$/);
    await expect(page.getByRole("heading", { name: "ARCHIVE" })).toBeVisible();
    await expect(page.getByAltText(FOTO)).toBeVisible();
    await isAccessible(page, "the archive");
    await bob.visits("/archive");
    await expect(bob.page.getByText("Nothing archived")).toBeVisible();
    await bob.visits(`/homefeed${post}`);
  });

  await test.step("and there it is shown again", async () => {
    await page.getByRole("button", { name: FOTO }).click();
    const dialog = page.getByRole("dialog", { name: "In your archive" });
    await expect(dialog.getByText("Low tide")).toBeVisible();
    await isAccessible(page, "a foto of the archive");
    await dialog.getByRole("button", { name: "Show again" }).click();
    await expect(page.getByText("Your foto is shown again.")).toBeVisible();
    await expect(page.getByText("Nothing archived")).toBeVisible();
    await expect(wall.getByAltText(FOTO)).toBeVisible();
    await expect(opened).toBeVisible();
    expect(await answer()).toBe(200);
  });
  expect(await wall.evaluate(() => "unreloaded" in window)).toBe(true);
  await wall.close();
});

test("what fails in the archive is said where it failed", async () => {
  const { page } = alice;
  await alice.visits(`/homefeed${post}`);
  await choosesFor(page, "Archive");
  await expect(page.getByText("Only you see your foto now, in the archive on your profile.")).toBeVisible();
  await alice.visits("/archive");
  inflow.byHand(`
    INSERT INTO restrictions (user_id, until) VALUES ('${alice.userId}', now() + interval '1 day')`);

  await page.getByRole("button", { name: FOTO }).click();
  const dialog = page.getByRole("dialog", { name: "In your archive" });
  await dialog.getByRole("button", { name: "Show again" }).click();

  await expect(dialog.getByRole("alert")).toHaveText(/.+/);
  await expect(dialog.getByRole("button", { name: "Show again" })).toBeVisible();
  inflow.byHand(`DELETE FROM restrictions WHERE user_id = '${alice.userId}'`);

  await test.step("and a foto can be deleted there, after a question", async () => {
    await dialog.getByRole("button", { name: "Delete foto" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("Foto deleted.")).toBeVisible();
    await expect(page.getByText("Nothing archived")).toBeVisible();
  });
});
