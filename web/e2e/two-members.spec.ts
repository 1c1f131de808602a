import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, test } from "@playwright/test";
import { Inflow, PYTHON } from "./inflow";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";

const MAKER = fileURLToPath(new URL("photograph.py", import.meta.url));

let mail: MailServer;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("Bob sees Alice's foto arrive, and a killed server heals by itself", async ({ browser }) => {
  const alice = await Person.arrives("Alice", browser, inflow, PHONE);
  const bob = await Person.arrives("Bob", browser, inflow, DESKTOP);

  await test.step("both sign up with the codes they are mailed, and choose SCENIC", async () => {
    for (const person of [alice, bob]) {
      await person.signsUpByHand(mail);
      await person.chooses("SCENIC");
    }
    await expect(bob.page.getByText("No posts to display")).toBeVisible();
  });

  await test.step("Alice posts 12 megapixels; they appear on Bob's open feed, sharp and in their place", async () => {
    await stayLoaded(bob);
    await alice.prepares(photograph("china.jpg"), "Low tide", "A pavilion above a lake");
    await expect(alice.postToSphere).toHaveAccessibleDescription("everyone");
    await alice.postToSphere.click();
    await expect(alice.page.getByText("Your foto has been spread! Go take a look.")).toBeVisible();
    await expect(bob.foto("A pavilion above a lake")).toBeVisible();
    await isSharp(bob.foto("A pavilion above a lake"));
    await expect(alice.page).toHaveURL(/\/homefeed$/);
    // Where she lands, her new foto is the one that lights up.
    const posted = alice.page.getByRole("main").locator("[data-posted]");
    await expect(posted).toHaveAccessibleName(/^A pavilion above a lake/);
  });

  await test.step("a row that somebody inserts with psql appears on Bob's open feed", async () => {
    await alice.uploads(photograph("coffee.png"));
    inflow.byHand(`
      INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, alt_text)
      SELECT 'by-hand', users.id, media.id, 'scenic', 'sphere', 'landscape', 'A cup of coffee'
      FROM users, media
      WHERE users.username = 'alice' AND NOT EXISTS (SELECT FROM posts WHERE posts.media_id = media.id)`);
    await expect(bob.foto("A cup of coffee")).toBeVisible();
    await isSharp(bob.foto("A cup of coffee"));
  });

  await test.step("the server dies while Alice posts another, and comes back", async () => {
    await alice.prepares(photograph("flower.jpg"), "First light", "An orange dahlia");
    await alice.postToSphere.click();
    await inflow.kill();
    await expect(bob.page.getByText("Offline. Reconnecting…")).toBeVisible();
    await inflow.start();
  });

  await test.step("both pages heal, and the foto is there exactly once, above the others", async () => {
    // On a busy machine, the server starts, the crop is tried again and the post sent again, each after a pause.
    await expect(bob.foto("An orange dahlia")).toBeVisible({ timeout: 60_000 });
    for (const { page } of [bob, alice]) await expect(page.getByText("Offline. Reconnecting…")).toBeHidden();
    await expect(bob.page.getByRole("main").getByRole("img")).toHaveCount(3);
    await expect(bob.page.getByRole("main").getByRole("img").first()).toHaveAccessibleName(
      "An orange dahlia",
    );
    await isSharp(bob.foto("An orange dahlia"));
    await expect(alice.page).toHaveURL(/\/homefeed$/);
    await expect(alice.page.getByRole("main").getByRole("img")).toHaveCount(3);
    await isSharp(alice.foto("An orange dahlia"));
    await hasStayedLoaded(bob);
  });

  await test.step("Alice signs out, and her feed is closed to whoever comes next", async () => {
    await alice.signsOut();
    await alice.visits("/homefeed");
    await expect(alice.page).toHaveURL(/\/login\?back=%2Fhomefeed$/);
  });

  await alice.leaves();
  await bob.leaves();
});

/** A photograph of 12 megapixels, made from a freely licensed one. */
function photograph(name: string): string {
  const output = join(folder, name.replace(/\.\w+$/, ".jpg"));
  execFileSync(PYTHON, [MAKER, name, "12", output]);
  return output;
}

/** Loaded, visible, and with at least as many pixels as the place it is shown in. */
async function isSharp(foto: Locator): Promise<void> {
  await expect
    .poll(() => foto.evaluate((image: HTMLImageElement) => image.naturalWidth / image.clientWidth))
    .toBeGreaterThanOrEqual(1);
  await expect(foto).toHaveCSS("opacity", "1");
}

/** A mark that a reload would wipe away. */
const stayLoaded = (person: Person) =>
  person.page.evaluate(() => Object.assign(window, { unreloaded: true }));

async function hasStayedLoaded(person: Person): Promise<void> {
  expect(await person.page.evaluate(() => "unreloaded" in window)).toBe(true);
}
