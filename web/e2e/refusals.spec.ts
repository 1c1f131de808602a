import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { button, chat, lineOf, writes } from "./chatting";
import { stopsClock } from "./clock";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person } from "./person";
import { choosesFor } from "./postMenu";
import { Wire } from "./screen-states/wire";
import { live, meet, SPOKEN_OF, talk } from "./screen-states/world";
import { hangPictures } from "./wall";

const CROWDED = "/preview/crowd-11";
const NOTHING = { status: 500, json: null };
const PICTURE = fileURLToPath(new URL("../public/default-avatar.png", import.meta.url));
const LATE = "The server has a problem. We're trying again. Messages you wrote after this one wait.";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let page: Page;
let wire: Wire;
let bobsPreview: string;
let conversation: string;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  bobsPreview = `/preview/${bob.profileId}`;
  conversation = await meet(alice, bob);
  await talk(alice, bob, conversation);
  live(inflow);
  await bob.leaves();
  await hangPictures(alice.page);
  page = alice.page;
  wire = await Wire.of(page);
  await alice.visits("/homefeed");
  wire.refuses();
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

const press = (name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
const says = (words: string) => expect(page.getByText(words)).toBeVisible();
/** A toast with the title of an error. */
const saysAsError = (words: string) =>
  expect(
    page.getByRole("status").filter({ hasText: words }).getByText("Error", { exact: true }),
  ).toBeVisible();

test("a quote that was not kept still stands in its field", async () => {
  await unfoldsTools(page);
  await press(/^Your quote/);
  const quote = page.getByRole("textbox", { name: "Your quote" });
  await quote.fill("Slack water");
  await quote.press("Enter");
  await says("Couldn't save your quote. Try again.");
  await expect(quote).toHaveValue("Slack water");
  await quote.press("Escape");
});

test("a reaction that did not arrive is taken back, and a comment waits where it was written", async () => {
  await alice.visits(`/homefeed?post=${SPOKEN_OF}`);
  const graceful = page.getByRole("button", { name: /^graceful/ });
  await expect(graceful).toBeEnabled();
  const before = (await graceful.getAttribute("aria-label")) ?? "";
  await graceful.click();
  await says("Couldn't react. Try again.");
  await expect(graceful).toHaveAccessibleName(before);
  const field = page.getByPlaceholder("Add a comment…");
  await field.fill("Where was that?");
  await field.press("Enter");
  await says("Couldn't send your comment. Try again.");
  await expect(field).toHaveValue("Where was that?");
});

test("reactions that could not be read leave the foto there, and can be asked for again", async () => {
  await alice.visits("/profile");
  await expect(alice.foto("vertical 2")).toBeVisible();
  await wire.isQuiet();
  wire.fails();
  await alice.foto("vertical 2").click();
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  const failed = popup.getByRole("alert").filter({ hasText: "Couldn't load reactions." });
  await expect(failed).toBeVisible();
  await expect(popup.getByRole("img", { name: "vertical 2" })).toBeVisible();
  wire.answers();
  await failed.getByRole("button", { name: "Try again" }).click();
  await expect(popup.getByRole("button", { name: /^graceful/ })).toBeEnabled();
});

test("whoever could not be asked, blocked, left or written to stands as before", async () => {
  await alice.visits(CROWDED);
  await press("Syncflow");
  await says("Couldn't send your request. Try again.");
  await expect(page.getByRole("button", { name: "Syncflow", exact: true })).toBeEnabled();
  await page.getByRole("button", { name: /^More about/ }).click();
  await page.getByRole("menuitem", { name: "Block" }).click();
  await says("you sure about this?");
  await press("had enough");
  await says("Couldn't block this member. Try again.");
  await press("nvm");

  await alice.visits(bobsPreview);
  await press("Flow Synced");
  await press("had enough");
  await says("Couldn't break the flow. Try again.");
  await expect(page.getByRole("button", { name: "Flow Synced" })).toBeVisible();
  await press("Message");
  await says("Couldn't open the conversation. Try again.");
  await expect(page).toHaveURL(new RegExp(`${bobsPreview}$`));
});

test("a request that could not be settled stays in the circle", async () => {
  await alice.visits("/intexted?tab=syncflows");
  const circle = page.getByRole("region", { name: "Requests to you" });
  const faces = circle.getByRole("button", { name: /^@/ });
  await expect(faces).toHaveCount(5);
  await press("Bounce");
  await says("Something went wrong. Try again.");
  await expect(faces).toHaveCount(5);
});

test("a caption that could not be saved is still in its field", async () => {
  await alice.visits("/profile?post=alice-vertical-1");
  await choosesFor(page, "Edit");
  const dialog = page.getByRole("dialog", { name: "Edit foto" });
  const field = dialog.getByLabel("Caption");
  await field.fill("Slack water");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Couldn't save your changes. Try again.");
  await expect(field).toHaveAccessibleDescription("Couldn't save your changes. Try again.");
  await expect(field).toHaveValue("Slack water");
  await field.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Slack water")).toBeHidden();
});

test("neither a foto nor a message nor a conversation goes that could not be deleted", async () => {
  await alice.visits("/profile?post=alice-vertical-1");
  await choosesFor(page, "Delete foto");
  await says("This also deletes its comments, its reactions and the grids it is in. It can't be undone.");
  await press("Delete");
  await says("Couldn't delete the foto. Try again.");
  await press("Cancel");
  await expect(page.getByRole("dialog").getByRole("img", { name: "vertical 1" })).toBeVisible();

  await alice.visits(`/intexted?chat=${conversation}`);
  const chat = page.getByRole("dialog", { name: "Chat" });
  const own = chat.getByRole("button", { name: /There is a heron|Until six/ }).first();
  await own.click();
  await press("Delete");
  await says("Couldn't delete the message. Try again.");
  await expect(chat.getByText("[Message deleted]")).toBeHidden();

  await alice.visits("/intexted");
  await chooses("Archive Conversation");
  await says("Something went wrong. Try again.");
  await expect(page.getByRole("listitem").filter({ hasText: "@bob" })).toBeVisible();
  await chooses("Delete Conversation");
  await press("Delete without drawing");
  await says("Couldn't delete the conversation. Try again.");
  await expect(page.getByRole("listitem").filter({ hasText: "@bob" })).toBeVisible();
});

test("whoever writes reads why it does not go: the server failed, it refused, or it did not take the foto", async () => {
  await alice.visits(`/intexted?chat=${conversation}`);
  await writes(alice, "Is it still there?");
  const line = lineOf(alice, "Is it still there?");
  await expect(line.getByRole("alert")).toContainText(LATE);
  wire.refuses({ errorData: { code: "forbidden" } });
  await expect(line.getByRole("alert")).toContainText("Couldn't send this message.");
  await line.getByRole("button", { name: "Discard" }).click();
  await expect(line).toBeHidden();
  wire.refuses();

  for (const [answer, words] of [
    [{ status: 413, body: "too much" }, "Couldn't upload this file."],
    [{ status: 200, body: "a page of the hotel's" }, LATE],
  ] as const) {
    await page.route("**/api/media/uploads", (route) => route.fulfill(answer));
    await page.getByLabel("Foto for this conversation").setInputFiles(PICTURE);
    await expect(chat(alice).getByRole("alert")).toContainText(words);
    await button(alice, "Discard").click();
    await expect(chat(alice).getByRole("alert")).toBeHidden();
    await page.unroute("**/api/media/uploads");
  }
});

test("a foto that the content check refuses is named in its chat, and gone with the warning", async () => {
  await alice.visits(`/intexted?chat=${conversation}`);
  const json = { code: "content_refused", message: "Content contains inappropriate material (Explicit)" };
  await page.route("**/api/media/uploads", (route) => route.fulfill({ status: 422, json }));
  await page.getByLabel("Foto for this conversation").setInputFiles(PICTURE);
  const warning = page.getByRole("dialog", { name: "Content Warning" });
  await expect(warning).toContainText(json.message);
  await warning.getByRole("button", { name: "Understood" }).click();
  await expect(warning).toBeHidden();
  await expect(chat(alice).getByAltText("Foto in this message")).toHaveCount(0);
  await page.unroute("**/api/media/uploads");
});

test("whoever's browser has no room is told so, and the message is in its field again or sent by the page", async () => {
  const full = await alice.opensAnother(`/intexted?chat=${conversation}`);
  const field = full.getByPlaceholder("Type a message...");
  await field.fill("Has it moved?");
  await stopsClock(full);
  await full.evaluate(() => {
    crypto.randomUUID = () => {
      throw new DOMException("", "OperationError");
    };
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("", "QuotaExceededError");
    };
  });
  await field.press("Enter");
  await expect(full.getByText("Couldn't store the message. Try again.", { exact: true })).toBeVisible();
  await expect(field).toHaveValue("Has it moved?");

  await full.evaluate(() => Reflect.deleteProperty(crypto, "randomUUID"));
  await field.press("Enter");
  await expect(
    full.getByText("Couldn't store the message. Keep this page open until it is sent.", {
      exact: true,
    }),
  ).toBeVisible();
  await expect(field).toHaveValue("");
  await expect(full.getByRole("button", { name: "Has it moved?" })).toBeEnabled();
  await full.clock.resume();
  await full.reload();
  await expect(full.getByRole("button", { name: "Has it moved?" })).toBeEnabled();
  await full.close();
});

test("a switch that was not kept turns back", async () => {
  await alice.visits("/settings/notifications");
  const toggle = page.getByRole("switch", { name: "Post Notifications" });
  await expect(toggle).toBeChecked();
  await toggle.click();
  await says("Couldn't save. Try again.");
  await expect(toggle).toBeChecked();
});

test("a vote that was not counted can be given again, and a name that was not taken stands in its field", async () => {
  inflow.byHand(`
    UPDATE aura SET has_badge = true, badge_since = now() - interval '181 days' WHERE user_id = '${alice.userId}';
    DELETE FROM proposals;
    INSERT INTO proposals (id, name, voting_ends) VALUES ('rooftops', 'rooftops', now() + interval '3 days')`);
  await alice.visits("/curators");
  await press(/Next Nook/);
  await press("Vote");
  await saysAsError("Couldn't count your vote. Try again.");
  await expect(page.getByRole("button", { name: "Vote", exact: true })).toBeEnabled();
  await expect(page.getByRole("dialog").getByText("0 / 20")).toBeVisible();

  inflow.byHand("DELETE FROM proposals");
  await alice.visits("/curators");
  await press(/Next Nook/);
  await page.getByLabel("Username").fill("alice");
  await press("Check Edge Status");
  await press("Shape What's Next");
  const name = page.getByLabel("Name of the nook");
  await name.fill("Salt and stone");
  await press("Propose");
  await saysAsError("Couldn't create your nook proposal.");
  await expect(name).toHaveValue("Salt and stone");
});

test("a picture of a grid and one's data that could not be had can be asked for again", async () => {
  await alice.visits("/profile?tab=grids");
  await page
    .getByRole("list", { name: /Grids by/ })
    .getByRole("link")
    .first()
    .click();
  await page.route("**/media/**", (route) => route.abort());
  await press("Save as one picture");
  await says("Couldn't make the picture. Try again.");
  await expect(page.getByRole("button", { name: "Save as one picture" })).toBeEnabled();

  await alice.visits("/settings/security");
  await page.route("**/api/identity/export", (route) => route.fulfill(NOTHING), { times: 1 });
  await press("Download my data");
  const dialog = page.getByRole("dialog", { name: "Download your data" });
  await dialog.getByLabel("Your password").fill(alice.password);
  await dialog.getByRole("button", { name: "Prepare download" }).click();
  await expect(dialog.getByText("Couldn't prepare your download. Try again.").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Prepare download" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("Your download is ready")).toBeVisible();
});

test("one stays signed in, and others do, when the server cannot end it", async ({ browser }) => {
  const elsewhere = await Person.arrives("Alice", browser, inflow, DESKTOP);
  await elsewhere.visits("/login");
  await elsewhere.logsIn(elsewhere.email, elsewhere.password);
  await expect(elsewhere.page).toHaveURL(/homefeed/);
  await alice.visits("/settings/security");
  await page.route(/\/sessions\/.*end/, (route) => route.fulfill(NOTHING));
  await press("Log out others");
  await says("Couldn't log out the other sessions. Try again.");
  await press(/^Log out (?!others)/);
  await says("Couldn't log out this session. Try again.");
  await page.route("**/sign-out", (route) => route.fulfill(NOTHING));
  await press("Menu");
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await says("Couldn't log out. Try again.");
  await expect(page.getByRole("heading", { name: "Security" })).toBeVisible();
  await elsewhere.leaves();
});

async function chooses(what: string): Promise<void> {
  await press("Conversation menu");
  await page.getByRole("menuitem", { name: what }).click();
  await page.getByRole("button", { name: /@bob/ }).first().click();
}
