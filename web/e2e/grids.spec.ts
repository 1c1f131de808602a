import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { strongestOf, swipe } from "./touch";
import { hang } from "./wall";

const LEAVE = "Are you sure you want to leave? Your changes may not be saved.";
const NOT_CREATED = "Failed to create grid. Please try again.";
/** Every picture has one colour, so that the test can tell where each lies. */
const COLOURS: Record<string, string> = { vertical: "#c00", horizontal: "#0c0", landscape: "#00c" };
const SHAPES: Record<string, [number, number]> = {
  vertical: [360, 640],
  horizontal: [400, 400],
  landscape: [640, 360],
};

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

test("a grid is made of one's own fotos, by the rules", async ({ browser }) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;
  await colour(page);

  await test.step("without grids there is a way to make one, and without fotos nothing to make it of", async () => {
    await alice.visits("/profile?tab=grids");
    await expect(page.getByText("No grids created yet")).toBeVisible();
    await isAccessible(page, "no grids");
    await page.getByRole("link", { name: "Create Grid" }).click();
    await expect(page.getByText("No photos uploaded yet")).toBeVisible();
    await isAccessible(page, "no fotos to choose from");
  });

  await test.step("the layout is chosen first", async () => {
    hasFotos("alice");
    await alice.visits("/create");
    await page.getByRole("link", { name: "Create Grid" }).click();
    await expect(page.getByText("Choose a layout first.")).toBeVisible();
    await expect(foto(page, "horizontal 1")).toBeDisabled();
    await expect(create(page)).toBeDisabled();
    await layout(page, "layout1");
    await says(page, "layout1 takes 3 horizontal fotos, or 2 horizontal and 1 vertical.");
  });

  await test.step("fotos are numbered as they are tapped; tapped again, they leave", async () => {
    await taps(page, "vertical 1", "horizontal 1", "horizontal 2");
    await expect(foto(page, "horizontal 2")).toHaveAccessibleName(/number 3, horizontal$/);
    await expect(create(page)).toBeEnabled();
    await taps(page, "horizontal 1");
    await expect(foto(page, "horizontal 1")).toHaveAttribute("aria-pressed", "false");
    await expect(foto(page, "horizontal 2")).toHaveAccessibleName(/number 2, horizontal$/);
    await expect(create(page)).toBeDisabled();
    await taps(page, "horizontal 1");
    await isAccessible(page, "making a grid");
  });

  await test.step("there are no more than three, and no more than two landscape ones", async () => {
    await taps(page, "vertical 2");
    await says(page, "Maximum 3 images can be selected");
    await page.getByRole("button", { name: "Clear" }).click();
    await taps(page, "landscape 1", "landscape 2", "landscape 3");
    await says(page, "Maximum 2 landscape images allowed");
    await says(page, "These fotos go into landscape.");
    await expect(create(page)).toBeDisabled();
    await layout(page, "landscape");
    await expect(create(page)).toBeEnabled();
  });

  await test.step("leaving with fotos chosen asks first", async () => {
    await page.getByRole("link", { name: "Back to create" }).click();
    await says(page, LEAVE);
    await page.getByRole("button", { name: "Stay" }).click();
    await expect(foto(page, "landscape 1")).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("the grid is created, and stands on the profile", async () => {
    await create(page).click();
    await says(page, "Grid created.");
    await expect(page).toHaveURL(/\/profile\?tab=grids$/);
    await expect(page.getByRole("link", { name: "Open grid 1" })).toBeVisible();
  });

  await test.step("what cannot be created says so for a moment, and nothing is lost", async () => {
    await alice.visits("/grid-creation");
    await layout(page, "landscape");
    await taps(page, "landscape 1", "landscape 2");
    await create(page).click();
    await says(page, "You have this grid already.");
    await expect(page.getByRole("status").getByText("You have this grid already.")).toBeHidden();
    inflow.byHand("ALTER TABLE grids ADD CONSTRAINT broken CHECK (false) NOT VALID");
    await create(page).click();
    await says(page, NOT_CREATED);
    inflow.byHand("ALTER TABLE grids DROP CONSTRAINT broken");
    await expect(foto(page, "landscape 2")).toHaveAccessibleName(/number 2, landscape$/);
    await expect(page.getByRole("status").getByText(NOT_CREATED)).toBeHidden();
    await page.getByRole("link", { name: "Back to create" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/create$/);
  });
  await alice.leaves();
});

test("grids are turned, opened, saved and deleted, and others see them live", async ({ browser }) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const dave = await joins("Dave", { browser, inflow, mail, size: PHONE });
  const { page } = carol;
  hasFotos("carol");
  for (const person of [carol, dave]) await colour(person.page);
  await dave.visits(`/preview/${carol.profileId}?tab=grids`);
  await expect(dave.page.getByText("No grids created yet")).toBeVisible();

  await test.step("each one that Carol makes arrives before Dave", async () => {
    await makes(carol, "layout1", "vertical-1", "horizontal-1", "horizontal-2");
    await expect(dave.page.getByText("1 / 1")).toBeVisible();
    for (const number of [1, 2, 3])
      await makes(carol, `vertical${number}`, "vertical-1", "vertical-2", "vertical-3");
    await makes(carol, "landscape", "landscape-1", "landscape-2");
    await expect(dave.page.getByText("1 / 5")).toBeVisible();
    await isAccessible(dave.page, "another member's grids");
  });

  await test.step("keys, the wheel and a swipe turn to the next; two to each side are drawn", async () => {
    await carol.visits("/profile?tab=grids");
    const drawn = page.getByRole("listitem");
    await expect(at(page, "1 / 5")).toBeVisible();
    await expect(drawn.filter({ has: page.getByRole("img", { includeHidden: true }) })).toHaveCount(3);
    await page.getByRole("link", { name: "Open grid 1" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(at(page, "3 / 5")).toBeVisible();
    await expect(page.getByRole("link", { name: "Open grid 3" })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(at(page, "2 / 5")).toBeVisible();
    await page.getByRole("link", { name: "Open grid 2" }).blur();
    await page.keyboard.press("j");
    await expect(page.getByRole("link", { name: "Open grid 2" })).toBeFocused();
    await page.getByRole("link", { name: "Open grid 2" }).hover();
    await page.mouse.wheel(0, 100);
    await expect(at(page, "3 / 5")).toBeVisible();
    await expect(drawn.filter({ has: page.getByRole("img", { includeHidden: true }) })).toHaveCount(5);
    await swipe(page, page.getByRole("link", { name: "Open grid 3" }), -60);
    await expect(at(page, "4 / 5")).toBeVisible();
    await swipe(page, page.getByRole("link", { name: "Open grid 4" }), 40);
    await page.getByRole("button", { name: "Next grid" }).click();
    await expect(at(page, "5 / 5")).toBeVisible();
    await isAccessible(page, "the last grid");
  });

  await test.step("one opens over the page, whole, and its fotos one by one", async () => {
    await page.getByRole("link", { name: "Open grid 5" }).click();
    const popup = page.getByRole("dialog", { name: "Grid by @carol" });
    await isAccessible(page, "an open grid");
    await page.reload();
    await popup.getByRole("button", { name: /^horizontal 1/ }).click();
    await expect(popup.getByText("2 / 3")).toBeVisible();
    await popup.getByRole("button", { name: "Next foto" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(popup.getByText("3 / 3")).toBeVisible();
    await popup.getByRole("img", { name: "horizontal 2" }).hover();
    await page.mouse.wheel(0, -100);
    await expect(popup.getByText("2 / 3")).toBeVisible();
    await isAccessible(page, "the fotos of a grid");
    await popup.getByRole("button", { name: "Back to the grid" }).click();
  });

  await test.step("it is saved as one picture, as it is on the page", async () => {
    const arriving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as one picture" }).click();
    const saved = await arriving;
    expect(saved.suggestedFilename()).toBe("grid-by-carol.jpg");
    const colours = await coloursOf(page, readFileSync(await saved.path()), [
      [0.25, 0.5],
      [0.75, 0.25],
      [0.75, 0.75],
    ]);
    expect(colours).toEqual(["vertical", "horizontal", "horizontal"]);
  });

  await test.step("Carol deletes it, and it leaves Dave's page, who never could", async () => {
    await dave.page.getByRole("link", { name: "Open grid 1" }).click();
    await expect(dave.page.getByRole("button", { name: "Save as one picture" })).toBeVisible();
    await expect(dave.page.getByRole("button", { name: "Delete grid" })).toHaveCount(0);
    await dave.page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete grid" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await says(page, "Grid deleted.");
    await expect(dave.page.getByText("1 / 4")).toBeVisible();
  });
  await test.step("the grid that Dave looks at stays before him when others come and go", async () => {
    await dave.page.getByRole("button", { name: "Next grid" }).click();
    await expect(at(dave.page, "2 / 4")).toBeVisible();
    const shown = await looksAt(dave.page);
    await makes(carol, "layout1", "horizontal-1", "vertical-1", "horizontal-2");
    await expect(at(dave.page, "3 / 5")).toBeVisible();
    expect(await looksAt(dave.page)).toBe(shown);
    await carol.visits("/profile?tab=grids");
    await page.getByRole("link", { name: "Open grid 1" }).click();
    await page.getByRole("button", { name: "Delete grid" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(at(dave.page, "2 / 4")).toBeVisible();
    expect(await looksAt(dave.page)).toBe(shown);
  });

  await test.step("how many there are is said when all are there", async () => {
    const [one, two, three] = ["vertical-1", "vertical-2", "vertical-3"];
    const orders = [
      [two, one, three],
      [three, one, two],
      [three, two, one],
    ] as const;
    for (const number of [1, 2, 3])
      for (const fotos of orders) await makes(carol, `vertical${number}`, ...fotos);
    const gina = await joins("Gina", { browser, inflow, mail, size: PHONE });
    await gina.visits(`/preview/${carol.profileId}?tab=grids`);
    await expect(at(gina.page, "1 / 12+")).toBeVisible();
    const drawn = gina.page.getByRole("listitem").filter({ has: gina.page.getByRole("link") });
    await expect(drawn).toHaveAttribute("aria-setsize", "-1");
    for (let turns = 1; turns < 12; turns += 1)
      await gina.page.getByRole("button", { name: "Next grid" }).click();
    await expect(at(gina.page, "12 / 13")).toBeVisible();
    await expect(drawn).toHaveAttribute("aria-setsize", "13");
    await gina.leaves();
  });
  await carol.leaves();
  await dave.leaves();
});

test("on a larger screen grids hang on a wall, live, and a grid's address can be shared", async ({
  browser,
}) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE });
  const frank = await joins("Frank", { browser, inflow, mail, size: DESKTOP });
  const { page } = frank;
  hasFotos("erin");
  for (const person of [erin, frank]) await colour(person.page);
  await makes(erin, "layout1", "vertical-1", "horizontal-1", "horizontal-2");
  await frank.visits(`/preview/${erin.profileId}?tab=grids`);
  const wall = page.getByRole("list", { name: "Grids by @erin" });
  await expect(wall.getByRole("link")).toHaveCount(1);
  await makes(erin, "landscape", "landscape-1", "landscape-2");
  await makes(erin, "vertical1", "vertical-1", "vertical-2", "vertical-3");
  await expect(wall.getByRole("link")).toHaveCount(3);
  await isAccessible(page, "a wall of grids");

  await test.step("beside each other, each whole and none over another", async () => {
    for (const [width, columns] of [
      [1280, 3],
      [820, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(async () => new Set(await wall.getByRole("link").evaluateAll(edgesOf)).size)
        .toBe(columns);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });

  await test.step("by keyboard one opens, and its address leads others to it", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByRole("link", { name: "Open grid 2" }).focus();
    await page.keyboard.press("Enter");
    const popup = page.getByRole("dialog", { name: "Grid by @erin" });
    await popup.getByRole("button", { name: "Share" }).click();
    await expect(page.getByText("Link copied.")).toBeVisible();
    const address = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(address.pathname).toBe(`/preview/${erin.profileId}`);
    await erin.visits(address.pathname + address.search);
    await expect(erin.page.getByRole("dialog").getByRole("img", { name: "landscape 1" })).toBeVisible();
  });
  for (const person of [erin, frank]) await person.leaves();
});

test("who reads from the right turns to what stands on the left", async ({ browser }) => {
  const hadi = await joins("Hadi", { browser, inflow, mail, size: PHONE });
  const { page } = hadi;
  await colour(page);
  await page.addInitScript(() =>
    document.addEventListener("DOMContentLoaded", () => {
      document.documentElement.dir = "rtl";
    }),
  );
  hasFotos("hadi", ["landscape"]);
  for (const [one, other] of ["12", "23", "31"])
    await makes(hadi, "landscape", `landscape-${one}`, `landscape-${other}`);

  await test.step("from grid to grid", async () => {
    await hadi.visits("/profile?tab=grids");
    await page.getByRole("link", { name: "Open grid 1" }).focus();
    await page.keyboard.press("ArrowLeft");
    await expect(at(page, "2 / 3")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(at(page, "1 / 3")).toBeVisible();
    await swipe(page, page.getByRole("link", { name: "Open grid 1" }), 60);
    await expect(at(page, "2 / 3")).toBeVisible();
    await page.getByRole("link", { name: "Open grid 2" }).hover();
    await page.mouse.wheel(-100, 0);
    await expect(at(page, "3 / 3")).toBeVisible();
  });

  await test.step("from foto to foto", async () => {
    await hadi.visits("/profile");
    await hadi.foto("landscape 1").click();
    const open = page.getByRole("dialog");
    await expect(open.getByRole("img", { name: "landscape 1" })).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await swipe(page, open.getByRole("img", { name: "landscape 2" }), 60);
    await expect(open.getByRole("img", { name: "landscape 3" })).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(open.getByRole("img", { name: "landscape 2" })).toBeVisible();
  });

  await test.step("from panel to panel", async () => {
    await hadi.visits("/find");
    for (const name of ["Curators", "NOOKS", "Suggested Users"]) {
      const dot = page.getByRole("button", { name, exact: true });
      await dot.click();
      await expect(dot).toHaveAttribute("aria-current", "true");
      await expect(page.getByRole("region", { name })).toBeInViewport();
    }
  });
  await hadi.leaves();
});

/** Three fotos of each of these shapes, by hand: `vertical 1` is the newest of the vertical ones. */
function hasFotos(username: string, shapes = Object.keys(SHAPES)): void {
  for (const [shape, size] of Object.entries(SHAPES))
    if (shapes.includes(shape)) hang(inflow, username, shape, { count: 3, shape: size });
  inflow.byHand("UPDATE posts SET ratio = split_part(alt_text, ' ', 1)");
}

/** Where each begins, from the start of the line. */
const edgesOf = (all: Element[]) => all.map((each) => Math.round(each.getBoundingClientRect().x));

/** Which grid is in the middle. */
const looksAt = (page: Page) => page.getByRole("link", { name: /^Open grid/ }).getAttribute("href");

/** A grid, without the pages. */
const makes = (person: Joined, name: string, ...fotos: string[]) =>
  person.call("mutation", "grids:createGrid", {
    userId: person.userId,
    layout: name,
    imageIds: fotos.map((each) => `${person.username}-${each}`),
    imageUrls: [],
  });

const colour = (page: Page) =>
  page.context().route("**/media/**", (route) => {
    const shape = Object.keys(COLOURS).find((name) => route.request().url().includes(name)) ?? "vertical";
    const [width, height] = SHAPES[shape] ?? [1, 1];
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${COLOURS[shape]}"/></svg>`;
    return route.fulfill({ contentType: "image/svg+xml", body });
  });

/** Which of the colours lie at these places of a picture, given as shares of its width and height. */
async function coloursOf(page: Page, file: Buffer, places: [number, number][]): Promise<string[]> {
  const strongest = await strongestOf(page, file, places);
  return strongest.map((channel) => Object.keys(COLOURS)[channel] ?? "");
}

const says = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
const at = (page: Page, words: string) => page.getByText(words, { exact: true });
const foto = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name},`) });
const create = (page: Page) => page.getByRole("button", { name: "Create Grid" });
const layout = (page: Page, name: string) => page.getByRole("radio", { name, exact: true }).check();

async function taps(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await foto(page, name).click();
}
