import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { Inflow } from "../e2e/inflow";
import { MailServer } from "../e2e/mailServer";
import { photograph } from "../e2e/photographs";
import { besideFrame, isSharp, storedFotos, widthOf } from "./finding";
import { Guest } from "./guest";
import { picturesOfFailure, test, testsWidths } from "./opening";

const VIEWER = "[role=dialog]" as const;
const PAVILION = "A pavilion above a lake";
const SCREENS = [
  "/homefeed",
  "/find",
  "/sphere",
  "/cue",
  "/profile",
  "/intexted",
  "/post/fotos",
  "/create",
  "/grid-creation",
  "/curators",
  "/settings",
  "/settings/safety",
  "/settings/security",
];
test.describe.configure({ mode: "serial" });

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Guest;
let bob: Guest;

test.beforeAll(async ({ opener }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  alice = await Guest.arrives("Alice", opener, inflow, 390, 844);
  bob = await Guest.arrives("Bob", opener, inflow);
});

test.afterAll(async () => {
  for (const guest of [alice, bob]) await guest?.window.closes();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test.afterEach(() => picturesOfFailure([alice, bob]));

test("two strangers sign up with the codes they are mailed, and stand before an empty feed", async () => {
  for (const guest of [alice, bob]) await guest.joins(mail);
  await bob.reads("No posts to display");
});

test("a foto that Alice posts appears sharp on Bob's open feed", async () => {
  await alice.posts(photograph(folder, "china.jpg"), "Low tide", PAVILION);
  for (const guest of [bob, alice]) {
    await expect.poll(() => guest.window.runs(isSharp, PAVILION)).toBe(true);
    expect(await guest.window.runs(besideFrame, PAVILION)).toBeLessThan(1);
  }
});

test("Bob opens it, comes nearer by key, reacts and comments; Alice reads the comment where she is", async () => {
  const tile = await bob.window.runs(widthOf, PAVILION, "main" as const);
  await alice.clicks("img", PAVILION);
  await bob.clicks("img", PAVILION);
  await bob.finds("button", "Close");
  const whole = await grownWidth(bob, tile);
  await bob.window.types("+");
  await expect.poll(() => bob.window.runs(widthOf, PAVILION, VIEWER)).toBeGreaterThan(whole * 1.2);
  await bob.window.types("-");
  await expect.poll(() => bob.window.runs(widthOf, PAVILION, VIEWER)).toBeCloseTo(whole, 0);

  await bob.clicks("button", "graceful");
  await bob.fills("Add a comment", "Which lake is it?");
  await bob.window.presses("Enter");
  await bob.reads("Which lake is it?");
  await alice.reads("Which lake is it?");
  for (const guest of [alice, bob]) await guest.window.presses("Escape");
  await bob.isAt("/homefeed");
});

test("they come into flow, and what one of them writes is read by the other at once", async () => {
  await alice.visits("/find");
  await alice.clicks("button", "Syncflow");
  await bob.visits("/intexted?tab=syncflows");
  await bob.clicks("button", "Syncflow");
  for (const guest of [alice, bob]) await guest.reads("You're in Flow!");

  await bob.visits("/cue?tab=cues");
  await bob.clicks("button", "Message");
  await bob.fills("Message", "Did you swim?");
  await bob.window.presses("Enter");
  await alice.visits("/intexted");
  await alice.clicks("link", "Bob Moreau");
  await alice.reads("Did you swim?");
  await alice.fills("Message", "Twice.");
  await alice.window.presses("Enter");
  await bob.reads("Twice.");
  await bob.visits("/homefeed");
});

test("a server that is killed and started again is followed without a reload", async () => {
  await bob.window.runs(() => {
    document.title = "the same page";
  });
  await inflow.kill();
  await bob.reads("Offline. Reconnecting…");
  await inflow.start();
  await alice.posts(photograph(folder, "flower.jpg"), "First light", "An orange dahlia");
  await expect.poll(() => bob.window.runs(isSharp, "An orange dahlia"), { timeout: 60_000 }).toBe(true);
});

test("after one visit the app opens while the server is away, with the fotos that this browser can store", async ({
  engine,
}) => {
  await bob.visits("/homefeed");
  await expect
    .poll(() => bob.window.runs(async () => !!(await navigator.serviceWorker.ready).active))
    .toBe(true);
  // An automated WebKit is a private window, which stores no files.
  if (engine === "firefox") await expect.poll(() => bob.window.runs(storedFotos)).toBe(2);
  await inflow.halt();
  await bob.visits("/homefeed");
  await bob.reads("Offline. Reconnecting…");
  if (engine === "firefox") await expect.poll(() => bob.window.runs(isSharp, PAVILION)).toBe(true);
  else await bob.reads("We'll reconnect automatically.");

  await inflow.start();
  await expect.poll(() => bob.window.runs(isSharp, PAVILION), { timeout: 60_000 }).toBe(true);
});

testsWidths(SCREENS, () => alice);

/** How wide the opened foto is, once it has grown out of its tile and stands still. */
async function grownWidth(guest: Guest, tile: number): Promise<number> {
  let width = 0;
  await expect
    .poll(
      async () => {
        const before = width;
        width = await guest.window.runs(widthOf, PAVILION, VIEWER);
        return width > 1.1 * tile && width === before;
      },
      { intervals: [200] },
    )
    .toBe(true);
  return width;
}
