import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { inflowArchive, instagramArchive } from "./archives";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import { drop, photograph } from "./photographs";

const CHUNK = 8 * 1024 * 1024;
const UPLOADS = "**/api/imports/*";
const POSTS = "SELECT count(*) FROM posts";

let folder: string;
let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let page: Page;
let elsewhere: Person;
let instagram: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "inflow-import-"));
  instagram = instagramArchive(
    folder,
    ["china.jpg", "flower.jpg"].map((name) => photograph(folder, name)),
    2 * CHUNK,
  );
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  page = alice.page;
  elsewhere = await logsInElsewhere(browser);
  for (const each of [page, elsewhere.page]) await each.goto(`${inflow.origin}/settings/import`);
});

test.afterAll(async () => {
  for (const person of [alice, elsewhere]) await person?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function logsInElsewhere(browser: Browser): Promise<Person> {
  const person = await Person.arrives("Alice", browser, inflow, DESKTOP);
  await person.visits("/login");
  await person.logsIn(alice.email, alice.password);
  await expect(person.page).toHaveURL(/homefeed/);
  return person;
}

const chooses = (where: Page, file: string) => where.locator('input[type="file"]').setInputFiles(file);

/** The offsets of the parts that leave a page. The line is cut instead of sending those for which `isCut`. */
async function watchesParts(where: Page, isCut: (at: number) => boolean): Promise<number[]> {
  const begun: number[] = [];
  await where.route(UPLOADS, (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const at = Number(route.request().headers()["upload-offset"]);
    begun.push(at);
    return isCut(at) ? route.abort("connectionreset") : route.continue();
  });
  return begun;
}

test("Settings lead to the import, which says what it takes", async () => {
  await alice.visits("/settings");
  await page.getByRole("link", { name: "Import" }).click();

  await expect(page.getByRole("heading", { name: "Bring your fotos along" })).toBeVisible();
  await page.getByText("How do I get an archive?").press("Enter");
  await expect(page.getByText("A folder of photos", { exact: true })).toBeVisible();
  await isAccessible(page, "the choice of an archive");
});

test("a file that is no ZIP is refused before a byte of it is sent", async () => {
  const file = join(folder, "words.zip");
  writeFileSync(file, "Once upon a time");

  await chooses(page, file);

  await expect(page.getByRole("alert")).toHaveText("Please choose a ZIP file.");
  expect(inflow.byHand("SELECT count(*) FROM imports")).toBe("0");
});

test("an upload whose line is cut goes on where it stopped, at another device with the same file", async () => {
  let isAway = true;
  const begun = await watchesParts(page, (at) => isAway && at > 0);
  await chooses(page, instagram);
  await expect(page.getByText("Connection lost. It goes on by itself.")).toBeVisible();
  expect(new Set(begun)).toEqual(new Set([0, CHUNK]));
  await isAccessible(page, "an upload that waits");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Upload not finished" })).toBeVisible();
  await expect(page.getByText("8.4 MB of 17.", { exact: false })).toBeVisible();
  await isAccessible(page, "an unfinished upload");
  isAway = false;

  const there = elsewhere.page;
  const rest = await watchesParts(there, () => false);
  await expect(there.getByText(basename(instagram))).toBeVisible();
  const other = join(folder, "other.zip");
  writeFileSync(
    other,
    Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(statSync(instagram).size - 4)]),
  );
  await chooses(there, other);
  await expect(there.getByRole("alert")).toContainText("This is another file. Choose instagram-alice.zip");
  await drop(there, instagram);

  await expect(there.getByRole("heading", { name: "Ready to import" })).toBeVisible();
  expect(rest).toEqual([CHUNK, 2 * CHUNK]);
  await page.unroute(UPLOADS);
});

test("what comes and what does not is shown on every device, and nothing is posted before Alice starts it", async () => {
  for (const each of [page, elsewhere.page]) {
    await expect(each.getByRole("heading", { name: "Ready to import" })).toBeVisible();
    await expect(each.getByText("March 3, 2015")).toBeVisible();
    await expect(each.getByRole("radio", { name: "Only people in flow with me" })).toBeChecked();
    await expect(each.getByRole("button", { name: "Import 2 posts" })).toBeVisible();
  }
  await page.getByText("1 thing that can't come").click();
  await expect(page.getByText("Videos can't be brought along.")).toBeVisible();
  await isAccessible(page, "the preview of an import");
  await isAccessible(elsewhere.page, "the preview of an import on a desktop");
  expect(inflow.byHand(POSTS)).toBe("0");
});

test("the fotos arrive at their dates, for Alice's cue alone", async () => {
  await page.getByRole("button", { name: "Import 2 posts" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Import", exact: true })).toBeFocused();

  for (const each of [page, elsewhere.page])
    await expect(each.getByRole("heading", { name: "Import finished" })).toBeVisible();
  await isAccessible(page, "an import that is finished");
  expect(
    inflow.byHand("SELECT string_agg(caption || ' ' || post_type, ', ' ORDER BY created_at) FROM posts"),
  ).toBe("Post 1 cue, Post 2 cue");
  expect(inflow.byHand("SELECT min(created_at)::date FROM posts")).toBe("2015-03-03");
  await page.getByRole("link", { name: "See your fotos" }).click();
  await expect(page).toHaveURL(/profile/);
});

test("the archive of another Inflow brings each foto to those who saw it there", async () => {
  const archive = inflowArchive(folder, [
    photograph(folder, "china.jpg", { megapixels: 2 }),
    photograph(folder, "flower.jpg", { megapixels: 2 }),
  ]);
  await alice.visits("/settings/import");
  await chooses(page, archive);
  await page.getByRole("radio", { name: "As before" }).check();

  await page.getByRole("button", { name: "Import 2 posts" }).click();

  await expect(page.getByText("harbour-2024-07-01.zip")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Import finished" })).toBeVisible();
  const arrived =
    "SELECT string_agg(alt_text || ' ' || post_type, ', ' ORDER BY created_at) FROM posts WHERE alt_text <> ''";
  expect(inflow.byHand(arrived)).toBe("A harbour, 1 cue, A harbour, 2 sphere");
});

test("its progress moves by itself on every device, and cancelling says what stays", async () => {
  await inflow.byHand(
    "UPDATE imports SET state = 'working', finished_at = NULL, total = 10, done = 4, refused = 1 WHERE file_name LIKE 'harbour%'",
  );
  for (const each of [page, elsewhere.page]) {
    await expect(each.getByRole("progressbar", { name: "Importing your fotos" })).toHaveAttribute(
      "aria-valuenow",
      "50",
    );
    await expect(each.getByText("5 of 10")).toBeVisible();
  }
  await isAccessible(page, "an import that works");
  await page.getByRole("button", { name: "Cancel the import" }).click();
  await expect(page.getByText("4 posts have arrived and stay.", { exact: false })).toBeVisible();
  await isAccessible(page, "the question before an import is cancelled");

  await page.getByRole("dialog").getByRole("button", { name: "Cancel the import" }).click();

  for (const each of [page, elsewhere.page])
    await expect(each.getByRole("heading", { name: "Import cancelled" })).toBeVisible();
  expect(inflow.byHand(POSTS)).toBe("4");
});

test("an import that failed says why, and offers another try", async () => {
  inflow.byHand(
    "UPDATE imports SET state = 'failed', failure_code = 'invalid', failure_words = 'This file is no ZIP archive, or it is damaged.' WHERE file_name LIKE 'harbour%'",
  );

  await expect(page.getByText("This file is no ZIP archive, or it is damaged.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Try again" })).toBeVisible();
  await isAccessible(page, "an import that failed");
});

test("an upload goes on by itself when the line is back, and cancelling it leaves nothing on the server", async () => {
  const before = inflow.byHand("SELECT count(*) FROM imports");
  const waits = page.getByText("Connection lost. It goes on by itself.");
  let away = CHUNK;
  const begun = await watchesParts(page, (at) => at >= away);
  await chooses(page, instagram);
  await expect(waits).toBeVisible();
  away = 2 * CHUNK;
  await expect.poll(() => begun.at(-1)).toBe(2 * CHUNK);
  await expect(waits).toBeVisible();

  await page.getByRole("button", { name: "Cancel the upload" }).click();

  await expect(page.getByRole("heading", { name: "Try again" })).toBeVisible();
  expect(inflow.byHand("SELECT count(*) FROM imports")).toBe(before);
  await page.unroute(UPLOADS);
});

test("while one import is under way, a page that did not know it is told so", async () => {
  await page.route("**/api/imports", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status: 409,
          json: {
            code: "conflict",
            message: "You are bringing along another archive already. Cancel it first.",
          },
        })
      : route.continue(),
  );

  await chooses(page, instagram);

  await expect(page.getByRole("alert")).toHaveText(
    "You are bringing along another archive already. Cancel it first.",
  );
  await page.unroute("**/api/imports");
});
