import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";
import { choosesFor, postMenu } from "./postMenu";

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;
let files: string[];

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  files = ["flower.jpg", "coffee.png", "china.jpg", "rocket.jpg"].map((name) => photograph(folder, name));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
});

test.afterAll(async () => {
  for (const each of [alice, bob]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

const strip = (page: Page) => page.getByRole("list", { name: "Fotos of this post" });
const thumb = (page: Page, number: number, count: number) =>
  strip(page).getByRole("button", { name: `Foto ${number} of ${count}`, exact: true });
const altText = (page: Page, number: number) => page.getByLabel(`Alternative text of foto ${number}`);
/** What lies over the first tile of a wall, and shows its further fotos. */
const over = (page: Page) => page.locator("[data-foto]").first().locator("xpath=following-sibling::*[1]");
const shown = (page: Page) => page.getByRole("dialog").locator('[data-page="0"]').getByRole("img");

async function describes(page: Page, words: readonly string[]): Promise<void> {
  for (const [at, each] of words.entries()) {
    await thumb(page, at + 1, words.length).click();
    await altText(page, at + 1).fill(each);
  }
}

/** The alternative texts in the order in which the composer has them. */
async function order(page: Page, count: number): Promise<string[]> {
  const texts = [];
  for (let number = 1; number <= count; number += 1) {
    await thumb(page, number, count).click();
    texts.push(await altText(page, number).inputValue());
  }
  return texts;
}

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("they have no place");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 4, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
}

test("an author posts several fotos, each with its own words and look, in the order of their choice", async () => {
  const { page } = alice;
  await alice.visits("/post/fotos");
  await page.getByLabel("Foto file").setInputFiles(files.slice(0, 3));
  await expect(page.getByText("3 fotos uploaded")).toBeVisible({ timeout: 60_000 });
  await page.getByLabel("Caption").fill("A walk");
  await describes(page, ["A flower", "A cup", "A pavilion"]);
  await isAccessible(page, "the composer with several fotos");

  await test.step("the second has a filter, the others have none", async () => {
    await thumb(page, 2, 3).click();
    await page.getByRole("tab", { name: "Filters" }).click();
    await page.getByRole("radio", { name: "grauge" }).check();
    await thumb(page, 1, 3).click();
    await page.getByRole("tab", { name: "Filters" }).click();
    await expect(page.getByRole("radio", { name: "none" })).toBeChecked();
  });

  await test.step("they are moved by keys, by buttons and by dragging", async () => {
    await thumb(page, 1, 3).focus();
    await page.keyboard.press("Shift+ArrowRight");
    await expect(page.getByText("Foto 2 of 3 now")).toBeAttached();
    expect(await order(page, 3)).toEqual(["A cup", "A flower", "A pavilion"]);
    await thumb(page, 3, 3).click();
    await page.getByRole("button", { name: "Move earlier" }).click();
    expect(await order(page, 3)).toEqual(["A cup", "A pavilion", "A flower"]);
    await drag(page, thumb(page, 1, 3), thumb(page, 3, 3));
    expect(await order(page, 3)).toEqual(["A pavilion", "A flower", "A cup"]);
  });

  await test.step("one more is added, and taken out again", async () => {
    await page
      .getByLabel("Add fotos")
      .last()
      .setInputFiles(files[3] ?? "");
    await expect(page.getByText("4 fotos uploaded")).toBeVisible({ timeout: 60_000 });
    await thumb(page, 4, 4).click();
    await page.getByRole("button", { name: "Remove this foto" }).click();
    await expect(page.getByText("3 fotos uploaded")).toBeVisible();
  });

  await bob.visits("/homefeed");
  await alice.postToSphere.click();
  await expect(page).toHaveURL(/\/homefeed/, { timeout: 60_000 });
  await expect(bob.page.getByRole("link", { name: "A pavilion" })).toHaveCount(1);
});

test("a reader turns through them on the wall and in the viewer, and then to other posts", async () => {
  const { page } = bob;
  const tile = over(page);
  await expect(tile.getByText("3", { exact: true })).toBeVisible();

  await test.step("on the wall", async () => {
    await tile.hover();
    await tile.locator("button").click();
    await expect(tile.getByText("2/3")).toBeVisible();
    await tile.locator("div").first().click();
    await expect(shown(page)).toHaveAttribute("alt", "A flower");
    await expect(page.getByRole("dialog").getByText("A walk")).toBeVisible();
    await isAccessible(page, "the viewer with several fotos");
  });

  await test.step("with keys and dots", async () => {
    await page.keyboard.press("ArrowRight");
    await expect(shown(page)).toHaveAttribute("alt", "A cup");
    await expect(shown(page)).toHaveCSS("filter", /grayscale/);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(shown(page)).toHaveAttribute("alt", "A pavilion");
    await page.getByRole("button", { name: "Foto 2 of 3" }).click();
    await expect(shown(page)).toHaveAttribute("alt", "A flower");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  });

  await test.step("the next post follows its last foto", async () => {
    await alice.prepares(files[3] ?? "", "", "A rocket");
    await alice.postToSphere.click();
    await expect(alice.page).toHaveURL(/\/homefeed/);
    await alice.foto("A rocket").click();
    await expect(shown(alice.page)).toHaveAttribute("alt", "A rocket");
    for (const each of ["A pavilion", "A flower", "A cup"]) {
      await alice.page.keyboard.press("ArrowRight");
      await expect(shown(alice.page)).toHaveAttribute("alt", each);
    }
    await alice.page.keyboard.press("ArrowRight");
    await expect(shown(alice.page)).toHaveAttribute("alt", "A cup");
  });
});

test("the author edits the words and the look of the one that is shown, on open pages", async () => {
  const { page } = alice;
  await bob.visits("/homefeed");
  await bob.foto("A pavilion").click({ force: true });
  await expect(shown(bob.page)).toHaveAttribute("alt", "A pavilion");
  await bob.page.keyboard.press("ArrowRight");
  await expect(shown(bob.page)).toHaveAttribute("alt", "A flower");

  await page.getByRole("button", { name: "Foto 2 of 3" }).click();
  await choosesFor(page, "Edit look");
  const editor = page.getByRole("dialog", { name: "Edit look" });
  await editor.getByRole("tab", { name: "Filters" }).click();
  await editor.getByRole("radio", { name: "grauge" }).check();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toHaveCount(0);
  await expect(shown(bob.page)).toHaveCSS("filter", /grayscale/);

  await choosesFor(page, "Edit");
  const texts = page.getByRole("dialog", { name: "Edit foto" });
  await expect(texts.getByLabel("Alternative text of foto 1")).toHaveValue("A pavilion");
  await texts.getByLabel("Alternative text of foto 2").fill("A dahlia");
  await texts.getByRole("button", { name: "Save" }).click();
  await expect(shown(bob.page)).toHaveAttribute("alt", "A dahlia");
  await expect(postMenu(page)).toBeVisible();
});

test("one that does not arrive keeps the others, and a reload brings all of them back", async () => {
  const { page } = alice;
  const broken = join(folder, "broken.jpg");
  writeFileSync(broken, Buffer.from("\xff\xd8\xff\xe0 no photograph", "latin1"));
  await alice.visits("/post/fotos");
  await page.getByLabel("Foto file").setInputFiles([files[0] ?? "", broken, files[1] ?? ""]);
  await expect(page.getByText(/1 of 3 couldn't be uploaded/)).toBeVisible({ timeout: 60_000 });
  await expect(alice.postToSphere).toBeDisabled();

  await strip(page).getByRole("button", { name: "Foto 2 of 3, not uploaded" }).click();
  await page.getByRole("button", { name: "Remove this foto" }).click();
  await expect(page.getByText("2 fotos uploaded")).toBeVisible();
  await altText(page, 2).fill("The second");
  page.once("dialog", (question) => question.accept());
  await page.reload();
  await expect(page.getByText("2 fotos uploaded")).toBeVisible({ timeout: 60_000 });
  await thumb(page, 2, 2).click();
  await expect(altText(page, 2)).toHaveValue("The second");
  await expect(alice.postToSphere).toBeEnabled();
});

test("several fotos are saved as a draft, and posted from it", async () => {
  const { page } = alice;
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/drafts$/);
  await page.getByRole("region", { name: "Drafts" }).getByRole("link").first().click();
  await expect(strip(page).getByRole("button", { name: /^Foto/ })).toHaveCount(2, { timeout: 60_000 });
  await page.getByRole("button", { name: "Move later" }).click();
  await page.getByRole("button", { name: "Post to Cue" }).click();
  await expect(page).toHaveURL(/\/homefeed/, { timeout: 60_000 });
  await alice.visits("/profile");
  await over(page).click();
  await expect(shown(page)).toHaveAttribute("alt", "The second");
  await expect(page.getByRole("button", { name: "Foto 2 of 2" })).toBeVisible();
});

test("an eleventh foto is refused with words, and the ten stay", async () => {
  const { page } = alice;
  await alice.visits("/post/fotos");
  const photo = files[0] ?? "";
  await page.getByLabel("Foto file").setInputFiles(Array.from({ length: 11 }, () => photo));
  await expect(page.getByText("A post has at most 10 fotos.")).toBeVisible();
  await expect(page.getByText("10 fotos uploaded")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("button", { name: "Add fotos" })).toHaveCount(0);
});

test("with the row of fotos goes the button that takes one out, and the focus to the heading", async () => {
  const { page } = alice;
  page.once("dialog", (question) => question.accept());
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByLabel("Foto file").setInputFiles(files.slice(0, 2));
  await expect(page.getByText("2 fotos uploaded")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: "Remove this foto" }).press("Enter");
  await expect(page.getByRole("heading", { name: "New foto" })).toBeFocused();
  await expect(strip(page)).toHaveCount(0);
});
