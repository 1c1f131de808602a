import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { strongestOf, swipe } from "./hands";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { Mailroom } from "./mailroom";
import { DESKTOP, PHONE } from "./person";
import { hang } from "./wall";

const LEAVE = "Are you sure you want to leave? Your changes may not be saved.";
const NOT_CREATED = "Failed to create grid. Please try again.";
/** Every picture is of one colour, so that one can tell which of them lies where. */
const COLOURS: Record<string, string> = { vertical: "#c00", horizontal: "#0c0", landscape: "#00c" };
const SHAPES: Record<string, [number, number]> = {
  vertical: [360, 640],
  horizontal: [400, 400],
  landscape: [640, 360],
};

let mail: Mailroom;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new Mailroom();
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
    await expect(foto(page, "horizontal 2")).toHaveAccessibleName(/number 3 horizontal$/);
    await expect(create(page)).toBeEnabled();
    await taps(page, "horizontal 1");
    await expect(foto(page, "horizontal 1")).toHaveAttribute("aria-pressed", "false");
    await expect(foto(page, "horizontal 2")).toHaveAccessibleName(/number 2 horizontal$/);
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
    await expect(page).toHaveURL(/\/profile\?tab=grids$/);
    await expect(page.getByRole("link", { name: "Open grid 1" })).toBeVisible();
  });

  await test.step("what cannot be created says so for a moment, and nothing is lost", async () => {
    await alice.visits("/grid-creation");
    await layout(page, "landscape");
    await taps(page, "landscape 1", "landscape 2");
    await create(page).click();
    await says(page, "You have this grid already.");
    await expect(at(page, "You have this grid already.")).toBeHidden();
    inflow.byHand("ALTER TABLE grids ADD CONSTRAINT broken CHECK (false) NOT VALID");
    await create(page).click();
    await says(page, NOT_CREATED);
    inflow.byHand("ALTER TABLE grids DROP CONSTRAINT broken");
    await expect(foto(page, "landscape 2")).toHaveAccessibleName(/number 2 landscape$/);
    await expect(page.getByText(NOT_CREATED)).toBeHidden();
    await page.getByRole("link", { name: "Back to create" }).click();
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page).toHaveURL(/\/create$/);
  });
  await alice.leaves();
});

test("grids are turned, opened, saved and deleted, and others see them live", async ({ browser }) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const dave = await joins("Dave", { browser, inflow, mail, size: DESKTOP });
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
    await expect(at(page, "2 / 5")).toBeVisible();
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
    await says(page, "Your grid is deleted.");
    await expect(dave.page.getByText("1 / 4")).toBeVisible();
  });
  await carol.leaves();
  await dave.leaves();
});

test("curators shape the next nook, and what they vote for becomes one", async ({ browser }) => {
  const erin = await joins("Erin", { browser, inflow, mail, size: PHONE });
  const { page } = erin;
  const board = page.getByRole("button", { name: /Next Nook/ });
  const check = page.getByRole("button", { name: "Check Edge Status" });

  await test.step("whoever is no curator is not on the edge yet", async () => {
    await erin.visits("/curators");
    await board.click();
    await expect(page.getByRole("dialog", { name: "Shape the Edge" })).toBeVisible();
    await says(page, "Edge shapers are curators with 180+ days of experience");
    await expect(check).toBeDisabled();
    await page.getByLabel("Username").press("Enter");
    await says(page, "Username Required");
    await says(page, "Please enter your username to check your edge status.");
    await page.getByLabel("Username").fill("   ");
    await expect(check).toBeDisabled();
    await page.getByLabel("Username").fill("erin");
    await check.click();
    await says(page, "Not on the Edge Yet");
    await isAccessible(page, "not on the edge");
  });

  await test.step("after 180 days as a curator, they are, and name what comes next", async () => {
    isCurator("erin", 180);
    await check.click();
    await says(page, "You're on the Edge!");
    await page.getByRole("button", { name: "Shape What's Next" }).click();
    const dialog = page.getByRole("dialog", { name: "Shape What's Next" });
    const propose = dialog.getByRole("button", { name: "Propose" });
    await propose.click();
    await says(page, "Invalid Input");
    await page.getByLabel("Name of the nook").fill("f u c k");
    await propose.click();
    await says(page, "Invalid Name");
    await says(page, "Please choose an appropriate name for the nook.");
    await isAccessible(page, "a name that will not do");
    await page.getByLabel("Name of the nook").fill("Salt and stone");
    await propose.click();
    await says(page, "Your nook proposal has been created!");
  });

  await test.step("the proposal stands where the form was, to be voted for once", async () => {
    const dialog = page.getByRole("dialog", { name: "Next Edge" });
    await expect(dialog.getByText("0 / 20")).toBeVisible();
    await expect(dialog.getByText(/^[67]d \d+h remaining$/)).toBeVisible();
    await isAccessible(page, "the next edge");
    await dialog.getByRole("button", { name: "Vote", exact: true }).click();
    await says(page, "Success");
    await says(page, "Your vote has been counted");
    await expect(dialog.getByRole("button", { name: "Voted" })).toBeDisabled();
    await expect(dialog.getByText("1.5 / 20")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(board.getByText("1.5 / 100")).toBeVisible();
    await expect(board.getByText(/^[67] days remaining$/)).toBeVisible();
    await isAccessible(page, "the board");
  });

  const frank = await joins("Frank", { browser, inflow, mail, size: DESKTOP });
  await test.step("who may not vote is told, and the vote that is enough makes it a nook", async () => {
    inflow.byHand("UPDATE proposals SET voters = 13");
    await expect(board.getByText("19.5 / 100")).toBeVisible();
    await frank.visits("/curators");
    const vote = frank.page.getByRole("button", { name: "Vote", exact: true });
    await frank.page.getByRole("button", { name: /Next Nook/ }).click();
    await vote.click();
    await says(frank.page, "Error");
    isCurator("frank", 181);
    await vote.click();
    await says(frank.page, "Your vote has been counted");
    await expect(board.getByText("There is no proposal. Curators shape what comes next.")).toBeVisible();
  });

  await test.step("a proposal whose time is over leaves the board that is open", async () => {
    inflow.byHand(`
      INSERT INTO proposals (id, name, voting_ends) VALUES ('short', 'short one', now() + interval '4 seconds');
      SELECT procrastinate_defer_jobs_v1(ARRAY[ROW('default', 'close_ended_proposals', 0, NULL, NULL, '{}',
        now() + interval '4 seconds')::procrastinate_job_to_defer_v1])`);
    await expect(board.getByText("SHORT ONE")).toBeVisible();
    await expect(board.getByText("Last day")).toBeVisible();
    await expect(board.getByText("There is no proposal. Curators shape what comes next.")).toBeVisible();
  });

  await test.step("it is offered at once, in a light of its own, and may be chosen", async () => {
    inflow.byHand("UPDATE users SET last_nook_change = now() - interval '8 days' WHERE username = 'frank'");
    await frank.visits("/find");
    const nook = frank.page.getByRole("radio", { name: "SALT AND STONE" });
    await isAccessible(frank.page, "the choice of four");
    await nook.click();
    await frank.page.getByRole("button", { name: "Change nook" }).click();
    await says(
      frank.page,
      "Your nook has been updated. Note that your curator status and progress have been reset.",
    );
    await expect(frank.page.locator("body")).toHaveAttribute("data-nook", "salt and stone");
    const light = await frank.page.evaluate(() =>
      getComputedStyle(document.body).getPropertyValue("--wheel"),
    );
    expect(Number(light)).not.toBeNaN();
    expect(light).not.toBe("");
  });
  await erin.leaves();
  await frank.leaves();
});

/** Three fotos of each shape, by hand: `vertical 1` is the newest of the vertical ones. */
function hasFotos(username: string): void {
  for (const [shape, size] of Object.entries(SHAPES))
    hang(inflow, username, shape, { count: 3, shape: size });
  inflow.byHand("UPDATE posts SET ratio = split_part(alt_text, ' ', 1)");
}

/** A curator since so many days, by hand. */
const isCurator = (username: string, days: number) =>
  inflow.byHand(`
    INSERT INTO aura (user_id, has_badge, badge_since)
    SELECT id, true, now() - interval '${days} days' FROM users WHERE username = '${username}'
    ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = excluded.badge_since`);

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
