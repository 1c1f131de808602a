import { mkdtempSync, rmSync } from "node:fs";
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

const SIZES = [
  { width: 320, height: 640 },
  PHONE,
  { width: 820, height: 1180 },
  DESKTOP,
  { width: 844, height: 390 },
];

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;
let carol: Joined;
let post: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  for (const [name, words] of [
    ["coffee.png", "A cup"],
    ["flower.jpg", "A flower"],
  ] as const) {
    await alice.prepares(photograph(folder, name), "", words);
    await alice.postToSphere.click();
    await expect(alice.page).toHaveURL(/\/homefeed/);
  }
  await alice.foto("A flower").click();
  await expect(postMenu(alice.page)).toBeVisible();
  post = new URL(alice.page.url()).search;
  await bob.visits(`/homefeed${post}`);
  await carol.visits("/sphere");
  for (const each of [bob.page, carol.page])
    await each.evaluate(() => Object.assign(window, { unreloaded: true }));
});

test.afterAll(async () => {
  for (const each of [alice, bob, carol]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

const foto = (page: Page) => page.getByRole("dialog").getByAltText("A flower", { exact: true });
const editor = () => alice.page.getByRole("dialog", { name: "Edit look" });
const save = () => editor().getByRole("button", { name: "Save" });
const isWhole = (image: Locator) => image.evaluate((each: HTMLImageElement) => each.naturalWidth > 0);

/** The CSS filter under which the image is drawn: its own, or that of what it stands in. */
const drawnWith = (image: Locator) =>
  image.evaluate((each) => {
    const around = [each, each.parentElement, each.parentElement?.parentElement];
    return around.map((one) => (one ? getComputedStyle(one).filter : "none")).find((one) => one !== "none");
  });

const aspect = (image: Locator) =>
  image.evaluate((each: HTMLImageElement) => each.naturalWidth / each.naturalHeight);

async function opens(): Promise<void> {
  await choosesFor(alice.page, "Edit look");
  await expect(editor().getByRole("application", { name: "Crop box" })).toBeVisible();
}

test("an author changes filter and brightness, and two members who watch see it at once", async () => {
  await expect(foto(bob.page)).toBeVisible();
  await opens();

  await test.step("it opens with the present look", async () => {
    await expect(editor().getByRole("radio", { name: "landscape 16:9" })).toBeChecked();
    await isAccessible(alice.page, "the crop of a posted foto");
    await editor().getByRole("tab", { name: "FILTERS" }).click();
    await expect(editor().getByRole("radio", { name: "none" })).toBeChecked();
    await isAccessible(alice.page, "the filters of a posted foto");
  });

  await editor().getByRole("radio", { name: "grauge" }).check();
  await editor().getByRole("tab", { name: "ADJUST" }).click();
  await editor().getByRole("slider", { name: "brightness" }).fill("120");
  await isAccessible(alice.page, "the adjustments of a posted foto");
  await save().click();

  await expect(alice.page.getByText("Your foto has its new look.")).toBeVisible();
  await expect(editor()).toBeHidden();
  await expect(postMenu(alice.page)).toBeFocused();
  for (const each of [foto(alice.page), foto(bob.page), carol.page.getByAltText("A flower")])
    await expect.poll(() => drawnWith(each)).toMatch(/grayscale\(0\.72\).*brightness\(1\.2\)/);
  await expect(bob.page.getByRole("dialog").getByText("edited")).toBeVisible();
  await expect(postMenu(bob.page)).toHaveCount(0);
});

test("what is not saved is asked for, and is gone only after a yes", async () => {
  const { page } = alice;
  const question = page.getByRole("dialog", { name: "Discard changes?" });
  await opens();
  await page.keyboard.press("Escape");
  await expect(editor(), "nothing was changed").toBeHidden();

  await opens();
  await editor().getByRole("radio", { name: "vertical 9:16" }).check();
  for (const leaves of [
    () => page.keyboard.press("Escape"),
    () => editor().getByRole("button", { name: "Cancel" }).click(),
    () => page.goBack(),
  ]) {
    await leaves();
    await expect(question).toBeVisible();
    await isAccessible(page, "the question about unsaved changes of a look");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(editor().getByRole("radio", { name: "vertical 9:16" })).toBeChecked();
  }
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(editor()).toBeHidden();
  await expect(foto(page)).toBeVisible();
  expect(await aspect(foto(bob.page))).toBeGreaterThan(1);
});

test("a new crop is shown on open pages, unless a grid needs the ratio; the former address refuses", async () => {
  const { page } = alice;
  const former = await foto(bob.page).evaluate((image: HTMLImageElement) => image.currentSrc);
  const { page: own } = await alice.call<{ page: { _id: string }[] }>("query", "posts:getUserPosts", {
    userId: alice.userId,
    paginationOpts: { numItems: 2, cursor: null },
  });
  const grid = await alice.call<{ _id: string }>("mutation", "grids:createGrid", {
    userId: alice.userId,
    layout: "landscape",
    imageIds: own.map(({ _id }) => _id),
    imageUrls: [],
  });
  await opens();
  await editor().getByRole("radio", { name: "vertical 9:16" }).check();

  await save().click();
  await expect(editor().getByRole("alert")).toHaveText(
    "A grid with this foto needs its ratio. Keep the ratio, or delete the grid first.",
  );
  await isAccessible(page, "a refused look");
  expect(await aspect(foto(bob.page))).toBeGreaterThan(1);

  await alice.call("mutation", "grids:deleteGrid", { gridId: grid._id });
  await save().click();
  await expect(editor()).toBeHidden();
  for (const each of [foto(page), foto(bob.page), carol.page.getByAltText("A flower")]) {
    await expect.poll(() => isWhole(each)).toBe(true);
    await expect.poll(() => aspect(each)).toBeCloseTo(9 / 16, 1);
    await expect.poll(() => drawnWith(each)).toMatch(/grayscale/);
  }
  for (const each of [page, bob.page]) expect((await each.request.get(former)).status()).toBe(404);
  for (const each of [bob.page, carol.page])
    expect(await each.evaluate(() => "unreloaded" in window)).toBe(true);

  await opens();
  await expect(editor().getByRole("radio", { name: "vertical 9:16" })).toBeChecked();
  await page.keyboard.press("Escape");
});

test("everything has room, and is reached by keys", async () => {
  const { page } = alice;
  await opens();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const tool of ["FILTERS", "ADJUST", "CROP"]) {
      await editor().getByRole("tab", { name: tool }).click();
      const wide = await editor().evaluate((each) => each.scrollWidth - each.clientWidth);
      expect(wide, `${tool} at ${size.width}`).toBeLessThanOrEqual(0);
      await expect(save()).toBeInViewport({ ratio: 1 });
      await expect(editor().getByRole("button", { name: "Cancel" })).toBeInViewport({ ratio: 1 });
    }
    await expect(editor().getByRole("application", { name: "Crop box" })).toBeInViewport();
  }
  await page.setViewportSize(PHONE);
  await alice.tabsTo("radio", "vertical 9:16");
  await page.keyboard.press("ArrowRight");
  await expect(editor().getByRole("radio", { name: "landscape 16:9" })).toBeChecked();
  await alice.tabsTo("button", "Save");
  await page.keyboard.press("Enter");
  await expect(editor()).toBeHidden();
  await expect.poll(() => aspect(foto(bob.page))).toBeCloseTo(16 / 9, 1);
});

test("where the browser cannot draw the upload, its author still changes the filter", async () => {
  const { page } = alice;
  await alice.prepares(photograph(folder, "coffee.png", { kind: "heic" }), "", "A camera's file");
  await alice.postToSphere.click();
  await expect(page).toHaveURL(/\/homefeed/);
  await alice.foto("A camera's file").click();
  await choosesFor(page, "Edit look");

  await expect(
    editor().getByText("This browser can't show your original, so you can't crop it here."),
  ).toBeVisible();
  await expect(editor().getByRole("tab")).toHaveText(["FILTERS", "ADJUST"]);
  await isAccessible(page, "the look of a file that the browser cannot draw");
  await editor().getByRole("radio", { name: "2004s" }).check();
  await save().click();

  await expect(editor()).toBeHidden();
  await expect
    .poll(() => drawnWith(page.getByRole("dialog").getByAltText("A camera's file")))
    .toMatch(/sepia/);
});
