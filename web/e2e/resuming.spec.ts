import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { Person, PHONE } from "./person";
import { choose, photograph } from "./photographs";

const CHUNK = 4 * 1024 * 1024;
const UPLOADS = "**/api/media/resumable-uploads/*";

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Person;
let page: Page;
let file: string;
/** Where the parts of that file begin. */
let starts: number[];

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  file = photograph(folder, "china.jpg", { megapixels: 36 });
  starts = Array.from({ length: Math.ceil(statSync(file).size / CHUNK) }, (_, part) => part * CHUNK);
  expect(starts.length).toBeGreaterThan(2);
  alice = await Person.arrives("Alice", browser, inflow, PHONE);
  page = alice.page;
  await alice.signsUp(mail);
  await alice.chooses("SCENIC");
});

test.afterAll(async () => {
  await alice?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Where each part of a file began that left the page. The line is cut instead of sending those for which `isCut`. */
async function watchesParts(isCut: (at: number, count: number) => boolean) {
  const begun: number[] = [];
  await page.route(UPLOADS, (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    const at = Number(route.request().headers()["upload-offset"]);
    begun.push(at);
    return isCut(at, begun.length) ? route.abort("connectionreset") : route.continue();
  });
  return begun;
}

test("a large foto whose line is cut on its way goes on where it stopped, and is posted", async () => {
  const begun = await watchesParts((_, count) => count === 2);
  await alice.visits("/post/fotos");

  await choose(page, file);

  expect(begun).toEqual([0, CHUNK, ...starts.slice(1)]);
  await page.getByLabel("Alternative text").fill("A long way");
  await alice.postToSphere.click();
  await expect(page.getByText("Your foto has been spread! Go take a look.")).toBeVisible();
  await expect(alice.foto("A long way")).toBeVisible();
  expect(inflow.byHand("SELECT count(*) FROM media")).toBe("1");
  await page.unroute(UPLOADS);
});

test("a line that stays away is said, and another try sends only what is missing", async () => {
  let isAway = true;
  const begun = await watchesParts((at) => isAway && at > 0);
  await alice.visits("/post/fotos");
  await choose(page, file, false);
  await expect(page.getByText("Error processing image: Connection lost. Try again.")).toBeVisible();
  expect(new Set(begun)).toEqual(new Set([0, CHUNK]));
  isAway = false;
  begun.length = 0;

  await page.getByRole("button", { name: "Try again" }).click();

  await expect(alice.postToSphere).toBeEnabled();
  expect(begun).toEqual(starts.slice(1));
  await page.unroute(UPLOADS);
});

test("a finish whose answer was lost is asked for again, and there is one foto", async () => {
  const before = Number(inflow.byHand("SELECT count(*) FROM media"));
  await page.route(
    "**/finish",
    async (route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  const begun = await watchesParts(() => false);
  await alice.visits("/post/fotos");
  await choose(page, file, false);
  await expect(page.getByText("Error processing image: Connection lost. Try again.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();

  await expect(alice.postToSphere).toBeEnabled();
  expect(begun).toEqual(starts);
  expect(Number(inflow.byHand("SELECT count(*) FROM media"))).toBe(before + 1);
  await page.unroute(UPLOADS);
});

test("an upload that is cancelled leaves nothing on the server", async () => {
  const count = () => Number(inflow.byHand("SELECT count(*) FROM uploads WHERE media_id IS NULL"));
  let letGo: () => void = () => undefined;
  const isHeld = new Promise<void>((go) => {
    letGo = go;
  });
  await page.route(UPLOADS, async (route) => {
    if (route.request().headers()["upload-offset"] === String(CHUNK)) await isHeld;
    await route.continue().catch(() => undefined);
  });
  await alice.visits("/post/fotos");
  await choose(page, file, false);
  await expect
    .poll(() => inflow.byHand("SELECT max(received) FROM uploads WHERE media_id IS NULL"))
    .toBe(String(CHUNK));

  await page.getByRole("button", { name: "Cancel upload" }).click();

  await expect(page.getByText("Upload cancelled.")).toBeVisible();
  await expect.poll(count).toBe(0);
  letGo();
  await page.unroute(UPLOADS);
});
