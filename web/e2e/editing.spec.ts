import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";
import { choosesFor, postMenu } from "./postMenu";

const GONE = "Foto not available";

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
  carol = await joins("Carol", { browser, inflow, mail, size: DESKTOP });
  await comeIntoFlow(alice, carol);
  await alice.prepares(photograph(folder, "flower.jpg"), "Low tied", "A beach");
  await alice.postToSphere.click();
  await expect(alice.page).toHaveURL(/\/homefeed/);
  await alice.foto("A beach").click();
  await expect(postMenu(alice.page)).toBeVisible();
  post = new URL(alice.page.url()).search;
});

test.afterAll(async () => {
  for (const each of [alice, bob, carol]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

const foto = (page: Page, words: string) => page.getByRole("dialog").getByAltText(words, { exact: true });

test("an author changes the texts of a foto, and reads the earlier ones", async () => {
  const { page } = alice;
  await bob.visits(`/homefeed${post}`);
  await expect(foto(bob.page, "A beach")).toBeVisible();
  await expect(bob.page.getByText("edited")).toBeHidden();

  await test.step("a reader sees both at once, and that the foto was edited", async () => {
    await choosesFor(page, "Edit");
    const dialog = page.getByRole("dialog", { name: "Edit foto" });
    await dialog.getByLabel("Caption").fill("Low tide");
    await dialog.getByLabel("Alternative text").fill("A beach at low tide");
    await isAccessible(page, "the dialog for the texts of a foto");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Changes saved.")).toBeVisible();
    for (const each of [page, bob.page]) {
      await expect(foto(each, "A beach at low tide")).toBeVisible();
      await expect(each.getByRole("dialog").getByText("Low tide", { exact: true })).toBeVisible();
      await expect(each.getByRole("dialog").getByText("edited")).toBeVisible();
    }
  });

  await test.step("only the author reads what stood there before", async () => {
    await choosesFor(page, "Edit history");
    const dialog = page.getByRole("dialog", { name: "Edit history" });
    await expect(dialog.getByRole("listitem")).toHaveText([
      /Changed just now.*Low tied.*Alternative text: A beach$/,
    ]);
    await isAccessible(page, "the edit history");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(postMenu(bob.page)).toHaveCount(0);
  });
});

test("a foto that moves to the cue is gone from a stranger's open page, and back in the sphere it is there", async () => {
  const { page } = alice;
  const wall = await bob.opensAnother("/sphere");
  await carol.visits(`/homefeed${post}`);
  const seen = [bob.page, carol.page];
  for (const each of seen) await expect(foto(each, "A beach at low tide")).toBeVisible();
  await expect(wall.getByAltText("A beach at low tide")).toBeVisible();
  for (const each of [...seen, wall]) await each.evaluate(() => Object.assign(window, { unreloaded: true }));
  const address = await wall
    .getByAltText("A beach at low tide")
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  expect(new URL(address).pathname).toMatch(/^\/media\//);
  const answers = () => Promise.all(seen.map(async (each) => (await each.request.get(address)).status()));
  expect(await answers()).toEqual([200, 200]);

  await test.step("to the cue", async () => {
    await choosesFor(page, "Move to your cue");
    await expect(page.getByText("Only you and people in flow with you can see your foto now.")).toBeVisible();
    await expect(bob.page.getByText(GONE)).toBeVisible();
    for (const each of [bob.page, wall])
      await expect(each.getByAltText("A beach at low tide")).toHaveCount(0);
    expect(await answers()).toEqual([404, 200]);
    for (const each of [page, carol.page]) await expect(foto(each, "A beach at low tide")).toBeVisible();
  });

  await test.step("back, after a question", async () => {
    await choosesFor(page, "Show in the sphere");
    const dialog = page.getByRole("dialog", { name: "Show in the sphere?" });
    await expect(dialog.getByText("Every member will see this foto and its comments.")).toBeVisible();
    await isAccessible(page, "the question about the sphere");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect(await answers()).toEqual([404, 200]);
    await choosesFor(page, "Show in the sphere");
    await dialog.getByRole("button", { name: "Show in the sphere" }).click();
    await expect(page.getByText("Every member can see your foto now.")).toBeVisible();
    await expect(wall.getByAltText("A beach at low tide")).toBeVisible();
    expect(await answers()).toEqual([200, 200]);
  });
  for (const each of [...seen, wall]) expect(await each.evaluate(() => "unreloaded" in window)).toBe(true);
  await wall.close();
});

test("a foto that a moderator took off the walls cannot be moved", async () => {
  const { page } = alice;
  inflow.byHand(`UPDATE posts SET post_type = 'unlisted' WHERE author_id = '${alice.userId}'`);
  // The open page is drawn anew with that, and would take the menu from under the key.
  await alice.visits(`/homefeed${post}`);

  await choosesFor(page, "Move to your cue");

  await expect(
    page.getByText("A moderator took this foto off the walls. You can't change who sees it."),
  ).toBeVisible();
  await expect(foto(page, "A beach at low tide")).toBeVisible();
});
