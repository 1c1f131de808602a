import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { instagramArchive } from "../e2e/archives";
import { codeOf } from "../e2e/factorTools";
import { Inflow } from "../e2e/inflow";
import { MailServer } from "../e2e/mailServer";
import { photograph } from "../e2e/photographs";
import { addressOf, answerTo, filterOf, isSharp, linkTo } from "./finding";
import { Guest, PASSWORD } from "./guest";
import { picturesOfFailure, test, testsWidths } from "./opening";
import type { Opener } from "./window";

const FLOWER = "An orange dahlia";
const CUP = "A cup of coffee";
/** As if the time of all scheduled fotos had come. */
const TIME_COMES = "UPDATE drafts SET publish_at = now(), try_at = now() WHERE publish_at IS NOT NULL";
const SCREENS = [
  "/drafts",
  "/saved",
  "/archive",
  "/settings/import",
  "/settings/security",
  "/settings/security/two-factor",
];

test.describe.configure({ mode: "serial" });

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Guest;
let bob: Guest;
/** Alice on another device. */
let elsewhere: Guest;

test.beforeAll(async ({ opener }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_TWO_FACTOR: "on" });
  alice = await Guest.arrives("Alice", opener, inflow, 390, 844);
  bob = await Guest.arrives("Bob", opener, inflow);
  elsewhere = await Guest.arrives("Alice", opener, inflow);
});

test.afterAll(async () => {
  for (const guest of [alice, bob, elsewhere]) await guest?.window.closes();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.afterEach(() => picturesOfFailure([alice, bob, elsewhere]));

test("a post of two fotos appears on an open feed, and a reader turns to its second", async () => {
  for (const guest of [alice, bob]) await guest.joins(mail);
  await alice.visits("/post/fotos");
  const photos = ["flower.jpg", "coffee.png"].map((name) => photograph(folder, name));
  await alice.window.attaches("Foto file", ...photos);
  await alice.reads("2 fotos uploaded");
  await alice.fills("Caption", "At home");
  await alice.fills("Alternative text of foto 1", FLOWER);
  await alice.clicks("button", "Foto 2 of 2");
  await alice.fills("Alternative text of foto 2", CUP);
  await alice.clicks("button", "Post to Sphere");
  await alice.isAt("/homefeed");

  await expect.poll(() => bob.window.runs(isSharp, FLOWER)).toBe(true);
  await bob.clicks("img", FLOWER);
  await bob.finds("button", "Close");
  await bob.window.presses("ArrowRight");
  await expect.poll(() => bob.window.runs(isSharp, CUP)).toBe(true);
  await bob.clicks("button", "Foto 1 of 2");
});

test("a new caption and a new filter reach the reader where the foto is open", async () => {
  await alice.clicks("img", FLOWER);
  await alice.chooses("More about this foto", "Edit");
  await alice.reads("Edit foto");
  await alice.fills("Caption", ", and warm");
  await alice.clicks("button", "Save");
  await bob.reads("At home, and warm");
  await bob.reads("edited");

  await alice.chooses("More about this foto", "Edit look");
  await alice.clicks("tab", "FILTERS");
  await alice.clicks("radio", "grauge");
  await alice.clicks("button", "Save");
  await expect.poll(() => bob.window.runs(filterOf, FLOWER)).toContain("grayscale");
});

test("a reader saves it; moved to the cue it is gone from the reader's pages, its address too", async () => {
  await bob.clicks("button", "Save foto");
  await bob.finds("button", "Saved: choose a collection");
  const address = await bob.window.runs(addressOf, FLOWER);
  expect(await bob.window.runs(answerTo, address)).toBe(200);

  await alice.chooses("More about this foto", "Move to your cue");
  await bob.reads("Foto not available");
  expect(await bob.window.runs(answerTo, address)).toBe(404);
  expect(await alice.window.runs(answerTo, address)).toBe(200);
  await bob.visits("/saved");
  await bob.reads("Nothing saved here");

  await alice.chooses("More about this foto", "Show in the sphere");
  await alice.finds("heading", "Show in the sphere?");
  await alice.clicks("button", "Show in the sphere");
  await expect.poll(() => bob.window.runs(isSharp, FLOWER)).toBe(true);
});

test("what its author archives is in the archive alone, until it is shown again", async () => {
  await alice.chooses("More about this foto", "Archive");
  await bob.reads("Nothing saved here");
  await alice.visits("/archive");
  await alice.clicks("img", FLOWER);
  await alice.clicks("button", "Show again");
  await alice.reads("Nothing archived");
  await expect.poll(() => bob.window.runs(isSharp, FLOWER)).toBe(true);
});

test("a draft goes on at another device, waits in the queue, and appears at its time", async () => {
  await elsewhere.logsIn();
  await elsewhere.visits("/drafts");
  await elsewhere.reads("No drafts");
  await alice.visits("/post/fotos");
  await alice.window.attaches("Foto file", photograph(folder, "china.jpg"));
  await alice.fills("Caption", "Half tide");
  await alice.fills("Alternative text", "A pavilion");
  await alice.clicks("button", "Save draft");
  await alice.isAt("/drafts");

  await elsewhere.clicks("link", "Half tide");
  await elsewhere.clicks("button", "Post later…");
  await elsewhere.clicks("button", "Schedule");
  await elsewhere.isAt("/drafts");
  await alice.reads("Scheduled");
  await bob.visits("/homefeed");
  inflow.byHand(TIME_COMES);
  await expect.poll(() => bob.window.runs(isSharp, "A pavilion")).toBe(true);
  await alice.reads("No drafts");
});

test("her data is prepared as a file, on every device", async () => {
  for (const guest of [alice, elsewhere]) await guest.visits("/settings/security");
  await alice.clicks("button", "Download my data");
  await alice.fills("Your password", PASSWORD);
  await alice.clicks("button", "Prepare download");
  for (const guest of [alice, elsewhere]) await guest.reads("Your download is ready");
  const file = await alice.window.runs(linkTo, "Download");
  expect(await alice.window.runs(answerTo, file)).toBe(200);
  // There the password has not been given.
  expect(await elsewhere.window.runs(answerTo, file)).toBe(403);
});

test("an archive from elsewhere is previewed, and its fotos come at their dates", async () => {
  const archive = instagramArchive(folder, [photograph(folder, "rocket.jpg")], 1024);
  await alice.visits("/settings/import");
  await elsewhere.visits("/settings/import");
  await alice.window.attaches("Choose a file", archive);
  for (const guest of [alice, elsewhere]) await guest.reads("Ready to import");
  await alice.reads("March 3, 2015");
  await alice.clicks("button", "Import 1 post");
  for (const guest of [alice, elsewhere]) await guest.reads("Import finished");
});

test("a member adds an authenticator app, and is asked for its code at the next log-in", async ({
  opener,
}) => {
  await alice.visits("/settings/security/two-factor");
  await alice.clicks("button", "Set up an app");
  await alice.fills("Your password", PASSWORD);
  await alice.clicks("button", "Continue");
  await alice.finds("textbox", "Verification code");
  const link = await alice.window.runs(linkTo, "Open in an authenticator app on this device");
  const seed = new URL(link).searchParams.get("secret") ?? "";
  await alice.fills("Verification code", codeOf(seed));
  await alice.clicks("button", "I saved them");
  await alice.finds("heading", "");

  const away = await arrivesAnew(opener);
  await away.enters();
  await away.reads("Confirm that it's you");
  // A code opens once: the next one opens this door.
  await away.fills("Verification code", codeOf(seed, Date.now() + 30_000));
  await away.isAt("/homefeed");
  await away.window.closes();
});

testsWidths(SCREENS, () => alice);

const arrivesAnew = (opener: Opener) => Guest.arrives("Alice", opener, inflow, 820, 1180);
