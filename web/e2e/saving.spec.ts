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
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
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

test("a member saves a foto in a collection of their own", async () => {
  const { page } = bob;
  await bob.visits(`/homefeed${post}`);
  await page.getByRole("button", { name: "Save foto" }).click();
  await expect(page.getByText("Saved. Only you see it, on your profile under Saved.")).toBeVisible();

  await page.getByRole("button", { name: "Saved: choose a collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Save foto" });
  await expect(dialog.getByRole("radio", { name: "Saved" })).toBeChecked();
  await expect(dialog.getByRole("radio", { name: "Saved" })).toBeFocused();
  await dialog.getByLabel("New collection").fill("Sea");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("radio", { name: "Sea" })).toBeChecked();
  await isAccessible(page, "the choice of a collection");

  await dialog.getByLabel("New collection").fill("Sea");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("You have a collection of this name already.");
  await dialog.getByRole("button", { name: "Close" }).click();
});

test("it is reached from the profile, and nothing of it is shown to the author", async () => {
  const { page } = bob;
  await bob.visits("/profile");
  await page.getByRole("button", { name: "More of yours" }).press("Enter");
  await page.getByRole("menuitem", { name: "Saved" }).press("Enter");
  await expect(page.getByText("Nothing saved here")).toBeVisible();
  await page.getByRole("link", { name: "Sea" }).click();
  await expect(page).toHaveURL(/\/saved\?collection=/);
  await expect(page.getByAltText(FOTO)).toBeVisible();
  await isAccessible(page, "saved fotos");

  await alice.visits("/saved");
  await expect(alice.page.getByText("Nothing saved here")).toBeVisible();
  await expect(alice.page.getByRole("link", { name: "Sea" })).toHaveCount(0);
  await expect(alice.page.getByRole("button", { name: "Notifications" })).toHaveAccessibleName(
    "Notifications",
  );
});

test("a saved foto leaves the open collection with the author's archive, and returns with it", async () => {
  const { page } = bob;
  await page.evaluate(() => Object.assign(window, { unreloaded: true }));
  await alice.visits(`/homefeed${post}`);
  await choosesFor(alice.page, "Archive");
  await expect(page.getByText("Nothing saved here")).toBeVisible();
  await expect(page.getByAltText(FOTO)).toHaveCount(0);

  await alice.visits("/archive");
  await alice.page.getByRole("button", { name: FOTO }).click();
  await alice.page.getByRole("button", { name: "Show again" }).click();
  await expect(page.getByAltText(FOTO)).toBeVisible();
  expect(await page.evaluate(() => "unreloaded" in window)).toBe(true);
});

test("a collection is renamed and deleted, and its fotos stay saved", async () => {
  const { page } = bob;
  const menu = () => page.getByRole("button", { name: "More about your collections" });
  await menu().press("Enter");
  await page.getByRole("menuitem", { name: "Rename collection" }).press("Enter");
  await page.getByRole("textbox", { name: "Name" }).fill("Sea and stone");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("link", { name: "Sea and stone" })).toHaveAttribute("aria-current", "page");

  await menu().press("Enter");
  await page.getByRole("menuitem", { name: "Delete collection" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Delete Sea and stone?" });
  await isAccessible(page, "the question about a collection");
  await question.getByRole("button", { name: "Delete collection" }).click();
  await expect(page).toHaveURL(/\/saved$/);
  await expect(page.getByRole("link", { name: "Sea and stone" })).toHaveCount(0);
  await expect(page.getByAltText(FOTO)).toBeVisible();
});

test("in a wall of one column a foto is saved without being opened", async () => {
  const { page } = bob;
  await bob.visits(`/homefeed${post}`);
  await page.getByRole("button", { name: "Saved: choose a collection" }).click();
  await page.getByRole("button", { name: "Remove from saved" }).click();
  await bob.visits("/homefeed");
  await page.evaluate(() => localStorage.setItem("columns", "1"));
  await page.reload();
  const feed = page.getByRole("main");
  await feed.getByRole("button", { name: "Save foto" }).click();
  await expect(feed.getByRole("button", { name: "Saved: choose a collection" })).toBeVisible();
  await isAccessible(page, "a foto that is saved in the feed");
  await expect(page).toHaveURL(/\/homefeed$/);
});

test("a foto is taken out of what is saved, and its author saves it from their menu", async () => {
  const { page } = bob;
  await bob.visits(`/homefeed${post}`);
  await page.getByRole("button", { name: "Saved: choose a collection" }).click();
  await page.getByRole("button", { name: "Remove from saved" }).click();
  await expect(page.getByRole("radio", { name: "Saved" })).not.toBeChecked();
  await page.getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("button", { name: "Save foto" })).toBeVisible();

  await alice.visits(`/homefeed${post}`);
  await choosesFor(alice.page, "Save to a collection");
  await alice.page.getByRole("radio", { name: "Saved" }).click();
  await expect(alice.page.getByRole("radio", { name: "Saved" })).toBeChecked();
  await alice.page.getByRole("dialog", { name: "Save foto" }).getByRole("button", { name: "Close" }).click();
  await alice.visits("/saved");
  await expect(alice.page.getByAltText(FOTO)).toBeVisible();
});
