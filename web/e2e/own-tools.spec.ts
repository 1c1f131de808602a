import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choosesForComment } from "./postMenu";
import { hang, hangPictures, keptFotosOf } from "./wall";

const GRID_WITH_HERS = "SELECT grid_id FROM grid_images WHERE post_id = 'alice-Hers-1'";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let carol: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  carol = await joins("Carol", { browser, inflow, mail, size: DESKTOP });
  for (const { page } of [alice, bob, carol]) await hangPictures(page);
  hang(inflow, "alice", "Hers", { count: 2 });
});

test.afterAll(async () => {
  for (const person of [alice, bob, carol]) await person?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("Alice chooses who may comment, and Bob's open page follows", async () => {
  const { page } = bob;
  await opensComments(page);
  await expect(page.getByPlaceholder("Add a comment…")).toBeVisible();
  await alice.visits("/settings/safety");
  const choice = alice.page.getByRole("group", { name: "Who may comment on your fotos and flicks" });
  await expect(choice.getByLabel("Everyone")).toBeChecked();

  await choice.getByLabel("Members in flow with you").check();
  await expect(page.getByText("Only members in flow with the author can comment here.")).toBeVisible();
  await expect(page.getByPlaceholder("Add a comment…")).toBeHidden();
  await expect(page.getByRole("button", { name: "Add a comment…", includeHidden: true })).toHaveCount(0);
  await isAccessible(page, "comments that are closed");
  await comeIntoFlow(alice, bob);
  await expect(page.getByPlaceholder("Add a comment…")).toBeVisible();

  await choice.getByLabel("No one").check();
  await expect(page.getByText("The author has turned comments off.")).toBeVisible();
  await isAccessible(alice.page, "the page of safety");
  await choice.getByLabel("Everyone").check();
  await expect(page.getByPlaceholder("Add a comment…")).toBeVisible();
});

test("Alice hides a comment on her foto: Carol's page loses it, Bob's stays as it is", async () => {
  await bob.page.getByLabel("Add a comment").fill("You again");
  await bob.page.getByLabel("Add a comment").press("Enter");
  for (const { page } of [alice, carol]) await opensComments(page);
  await expect(carol.page.getByText("You again")).toBeVisible();
  await carol.page.getByRole("button", { name: "More about @bob's comment" }).press("Enter");
  await expect(carol.page.getByRole("menuitem")).toHaveText(["Report comment"]);
  await carol.page.keyboard.press("Escape");

  await choosesForComment("bob", alice.page, "Hide");

  await expect(alice.page.getByText("Only you and @bob see this comment.")).toBeVisible();
  await expect(carol.page.getByText("You again")).toBeHidden();
  await expect(carol.page.getByText("No comments yet")).toBeVisible();
  await expect(bob.page.getByRole("article")).toHaveText(/You again/);
  await isAccessible(alice.page, "a hidden comment");

  await choosesForComment("bob", alice.page, "Show to everyone");
  await expect(carol.page.getByText("You again")).toBeVisible();
});

test("Carol mutes Alice from her profile: her wall is empty, and the list on the page of safety is not", async () => {
  const { page } = carol;
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(`${new URL(page.url()).origin}/homefeed`);
  await expect(elsewhere.getByRole("img", { name: "Hers 1" })).toBeVisible();
  await carol.visits(`/preview/${alice.profileId}`);
  await page.getByRole("button", { name: "More about @alice" }).click();
  await page.getByRole("menuitem", { name: "Mute" }).click();
  await expect(page.getByText("Muted @alice. They don't notice.")).toBeVisible();
  await expect(elsewhere.getByRole("img", { name: "Hers 1" })).toBeHidden();
  await expect(page.getByRole("img", { name: "Hers 1" })).toBeVisible();

  await carol.visits("/settings/safety");
  const row = page.getByRole("listitem").filter({ hasText: "@alice" });
  await expect(row).toBeVisible();
  await isAccessible(page, "the list of muted members");
  expect(await downloads(page, "muted")).toMatch(/^username,name\r\nalice,/);
  const bobs = { blockerId: carol.profileId, blockedId: bob.profileId };
  await carol.call("mutation", "profiles:blockUser", bobs);
  expect(await downloads(page, "blocked")).toMatch(/^username,name\r\nbob,/);
  await carol.call("mutation", "profiles:unblockUser", bobs);

  await row.getByRole("button", { name: "Unmute @alice" }).click();
  await expect(page.getByText("No one muted")).toBeVisible();
  await expect(elsewhere.getByRole("img", { name: "Hers 1" })).toBeVisible();
  await elsewhere.close();
});

test("Alice limits Bob: his next comment is there for her and him alone, and he notices nothing", async () => {
  await alice.visits(`/preview/${bob.profileId}`);
  await alice.page.getByRole("button", { name: "More about @bob" }).click();
  await alice.page.getByRole("menuitem", { name: "Limit", exact: true }).click();
  await expect(alice.page.getByText(/^Limited @bob\./)).toBeVisible();
  for (const { page } of [alice, bob, carol]) await opensComments(page);
  await bob.page.getByLabel("Add a comment").fill("And again");
  await bob.page.getByLabel("Add a comment").press("Enter");

  const comments = ({ page }: Joined) => page.getByRole("article");
  await expect(comments(alice).first()).toHaveText(/And again.*Only you and @bob see this comment\./s);
  await expect(comments(bob).first()).toHaveText(/And again/);
  await expect(comments(bob).filter({ hasText: "Only you" })).toHaveCount(0);
  await expect(comments(carol)).toHaveText([/You again/]);

  await alice.visits("/settings/safety");
  expect(await downloads(alice.page, "limited")).toMatch(/^username,name\r\nbob,/);
  await alice.page.getByRole("button", { name: "End the limit of @bob" }).click();
  await expect(alice.page.getByText("No one limited")).toBeVisible();
});

test("Alice takes no requests, and Carol reads so in kind words", async () => {
  await alice.visits("/settings/safety");
  const choice = alice.page.getByRole("group", { name: "Who may send you requests to syncflow" });
  await choice.getByLabel("No one").check();
  await expect(async () => {
    const { requesters } = await alice.call<{ requesters: string }>("query", "safety:getSettings", {});
    expect(requesters).toBe("no_one");
  }).toPass();
  await carol.visits(`/preview/${alice.profileId}`);
  await carol.page.getByRole("button", { name: "Syncflow", exact: true }).click();
  await expect(carol.page.getByText("They take no requests at the moment.")).toBeVisible();
});

test("Bob filters a word: what has it is covered on his open pages until he shows it, and Alice sees her own", async () => {
  const { page } = bob;
  await bob.visits("/homefeed");
  await expect(page.getByRole("img", { name: "Hers 2" })).toBeVisible();
  const settings = await bob.opensAnother("/settings/safety");
  await settings.getByLabel("Word or phrase").fill("h");
  await settings.getByLabel("Word or phrase").press("Enter");
  await expect(settings.getByText("A filtered word has at least 2 characters.")).toBeVisible();
  await settings.getByLabel("Word or phrase").fill("HERS");
  await settings.getByLabel("Word or phrase").press("Enter");
  await expect(settings.getByRole("list", { name: "Your filtered words" })).toHaveText(/HERS/);
  await isAccessible(settings, "the list of filtered words");

  await expect(page.getByText("Filtered: HERS")).toHaveCount(2);
  await expect(page.getByRole("img", { name: /^Hers/ })).toHaveCount(0);
  await isAccessible(page, "a wall with covered fotos");
  await page.reload();
  await expect(page.getByText("Filtered: HERS")).toHaveCount(2);
  await page.getByRole("button", { name: "Show" }).first().click();
  await expect(page.getByRole("img", { name: "Hers 1" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Hers 1/ })).toBeFocused();
  await expect(page.getByText("Filtered: HERS")).toHaveCount(1);
  await alice.visits("/homefeed");
  await expect(alice.page.getByRole("img", { name: "Hers 2" })).toBeVisible();
  await settings.close();
});

test("Bob's filter covers a grid of which one foto has the word, on every size of screen and where it is opened", async () => {
  const { page } = bob;
  hang(inflow, "alice", "Tide", { count: 4, age: 60 });
  inflow.byHand("UPDATE posts SET caption = 'Are they hers?' WHERE id = 'alice-Tide-1'");
  for (const fotos of ["Tide-1 Tide-2 Tide-3", "Hers-1 Tide-2 Tide-3", "Tide-2 Tide-3 Tide-4"])
    await grid(fotos);
  await bob.visits(`/preview/${alice.profileId}?tab=grids`);
  const wall = page.getByRole("list", { name: "Grids by @alice" });
  await expect(wall.getByRole("img", { name: "Tide 4" })).toBeVisible();
  await expect(wall.getByText("Filtered: HERS")).toHaveCount(2);
  await expect(wall.getByRole("link")).toHaveCount(1);
  await expect(wall.getByRole("img", { name: /Hers|Tide 1/ })).toHaveCount(0);
  await isAccessible(page, "a wall with covered grids");

  await wall.getByRole("button", { name: "Show" }).last().click();
  await expect(wall.getByRole("img", { name: "Tide 1" })).toBeVisible();
  await expect(wall.getByText("Filtered: HERS")).toHaveCount(1);

  const link = `${page.url()}&grid=${inflow.byHand(GRID_WITH_HERS)}`;
  await page.goto(link);
  const popup = page.getByRole("dialog", { name: "Grid by @alice" });
  await expect(popup.getByText("Filtered: HERS")).toBeVisible();
  await expect(popup.getByRole("img", { name: "Hers 1" })).toHaveCount(0);
  await isAccessible(page, "a covered grid");
  await popup.getByRole("button", { name: "Show" }).click();
  await expect(popup.getByRole("img", { name: "Hers 1" })).toBeVisible();

  await page.setViewportSize(PHONE);
  await bob.visits(`/preview/${alice.profileId}?tab=grids`);
  const row = page.getByRole("region", { name: "Grids by @alice" });
  await expect(row.getByRole("img", { name: "Tide 4" })).toBeVisible();
  await row.getByRole("button", { name: "Next grid" }).click();
  await expect(row.getByText("Filtered: HERS")).toBeVisible();
  await expect(row.getByRole("img", { name: "Hers 1" })).toHaveCount(0);
  await isAccessible(page, "a row with covered grids");
  await row.getByRole("button", { name: "Show" }).click();
  await expect(row.getByRole("img", { name: "Hers 1" })).toBeVisible();
  await page.setViewportSize(DESKTOP);
});

test("Bob's filter covers what a notification quotes", async () => {
  const { page } = bob;
  hang(inflow, "bob", "His");
  await bob.visits("/homefeed");
  await carol.call("mutation", "comments:create", {
    content: "Better than hers",
    postId: "bob-His-1",
    userId: carol.userId,
    username: "carol",
  });
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const told = page.getByRole("dialog", { name: "Notifications" });

  await expect(told.getByRole("listitem").filter({ hasText: "@carol" })).toHaveText(/Filtered: HERS/);
  await expect(told.getByText("Better than hers")).toHaveCount(0);
});

test("Bob's filter covers fotos on the page that shows while the server cannot be reached", async () => {
  await bob.visits("/homefeed");
  await expect.poll(() => keptFotosOf(bob.page)).toBeGreaterThan(6);
  const page = await bob.page.context().newPage();
  await page.routeWebSocket(/\/sync$/, () => undefined);
  await page.goto(`${inflow.origin}/homefeed`);

  await expect(page.getByText("Offline. Showing saved fotos.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Tide 4" })).toBeVisible();
  await expect(page.getByText("Filtered: HERS")).toHaveCount(3);
  await expect(page.getByRole("img", { name: /Hers|Tide 1/ })).toHaveCount(0);
  await isAccessible(page, "saved fotos, some covered");
  await page.getByRole("button", { name: "Show" }).first().click();
  await expect(page.getByText("Filtered: HERS")).toHaveCount(2);
  await page.close();
});

test("A covered foto stays covered when it is opened, as does a comment, until the word is off the list", async () => {
  const { page } = bob;
  await carol.call("mutation", "comments:create", {
    content: "Is this hers too?",
    postId: "alice-Hers-2",
    userId: carol.userId,
    username: "carol",
  });
  await bob.visits("/homefeed?post=alice-Hers-2");
  const popup = page.getByRole("dialog").first();
  await expect(popup.getByRole("button", { name: "Show" })).toHaveCount(2);
  await expect(popup.getByText("Is this hers too?")).toBeHidden();
  await expect(popup.getByRole("img", { name: "Hers 2" })).toHaveCount(0);
  await isAccessible(page, "a covered foto");
  await popup.getByRole("article").getByRole("button", { name: "Show" }).click();
  await expect(popup.getByText("Is this hers too?")).toBeVisible();
  await popup.getByRole("button", { name: "Show" }).first().click();
  await expect(popup.getByRole("img", { name: "Hers 2" })).toBeVisible();
  await expect(popup.getByRole("button", { name: "Show" })).toHaveCount(0);

  await bob.visits("/settings/safety");
  await page.getByRole("button", { name: "Remove “HERS”" }).click();
  await expect(page.getByText("No filtered words")).toBeVisible();
  await bob.visits("/homefeed");
  await expect(page.getByRole("img", { name: /^Hers/ })).toHaveCount(2);
});

/** Makes a grid of these fotos of Alice's. */
const grid = (fotos: string) =>
  alice.call("mutation", "grids:createGrid", {
    userId: alice.userId,
    layout: "vertical1",
    imageIds: fotos.split(" ").map((each) => `alice-${each}`),
    imageUrls: [],
  });

/** Downloads a list of members under *Settings, Safety*; the text of the file. */
async function downloads(page: Page, list: "blocked" | "muted" | "limited"): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: `Download ${list} members (CSV)` }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`${list}.csv`);
  return readFile(await file.path(), "utf8");
}

/** Opens Alice's newest foto, with its comments. */
async function opensComments(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/homefeed?post=alice-Hers-1`);
  const popup = page.getByRole("dialog").first();
  await expect(popup).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) < DESKTOP.width)
    await popup.getByRole("button", { name: /comment/ }).click();
  await expect(page.getByRole("heading", { name: /^Comments/ })).toBeVisible();
}
