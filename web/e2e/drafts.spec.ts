import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";

const SMALL = { width: 320, height: 640 };
/** As if the time of all scheduled fotos had come, and their jobs had been lost. */
const TIME_COMES = "UPDATE drafts SET publish_at = now(), try_at = now() WHERE publish_at IS NOT NULL";

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;
/** Alice on her other device. */
let phone: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  phone = await otherDevice(browser, alice);
});

test.afterAll(async () => {
  await phone?.context().close();
  for (const each of [alice, bob]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a draft saved on one device is on the other at once, and goes on there", async () => {
  const { page } = alice;
  await phone.goto(`${inflow.origin}/drafts`);
  await expect(phone.getByText("No drafts")).toBeVisible();
  await isAccessible(phone, "no drafts");

  await alice.prepares(photograph(folder, "flower.jpg"), "Half tide", "A flower");
  await page.getByRole("tab", { name: "Filters" }).click();
  await page.getByRole("radio", { name: "Melt" }).check();
  await isAccessible(page, "the composer with the ways to keep a foto");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page).toHaveURL(/\/drafts$/);
  await expect(page.getByText("Draft saved.")).toBeVisible();

  await phone.getByRole("region", { name: "Drafts" }).getByRole("link", { name: "Half tide" }).click();
  await expect(phone.getByLabel("Caption")).toHaveValue("Half tide", { timeout: 60_000 });
  await expect(phone.getByLabel("Alternative text")).toHaveValue("A flower");
  await expect(phone.getByRole("heading", { name: "Draft" })).toBeVisible();
  await phone.getByRole("tab", { name: "Filters" }).click();
  await expect(phone.getByRole("radio", { name: "Melt" })).toBeChecked();
});

test("leaving offers to save, and what another device changed is not overwritten", async () => {
  const { page } = alice;
  await page.getByRole("link", { name: "Half tide" }).click();
  await expect(page.getByLabel("Caption")).toHaveValue("Half tide", { timeout: 60_000 });

  await phone.getByLabel("Caption").fill("High tide");
  await phone.getByRole("link", { name: "CANCEL" }).click();
  const question = phone.getByRole("dialog", { name: "Leave this page?" });
  await isAccessible(phone, "the question before leaving");
  await question.getByRole("button", { name: "Save draft" }).click();
  await expect(phone).toHaveURL(/\/drafts$/);
  await expect(phone.getByRole("link", { name: "High tide" })).toBeVisible();

  await page.getByLabel("Caption").fill("Low tide");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Couldn't save the draft: This draft was changed on another device.",
  );
  await page.getByRole("link", { name: "CANCEL" }).click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  await expect(page.getByRole("link", { name: "High tide" })).toBeVisible();
});

test("a foto is scheduled, waits in the queue, and appears on open pages at its time", async () => {
  const { page } = alice;
  await bob.visits("/homefeed");
  await page.getByRole("link", { name: "High tide" }).click();
  await page.getByRole("button", { name: "Post later…" }).click();
  const dialog = page.getByRole("dialog", { name: "Post later" });
  await expect(dialog.getByText(/In your time zone, /)).toBeVisible();
  await isAccessible(page, "the dialog with the time");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(page).toHaveURL(/\/drafts$/, { timeout: 60_000 });

  const queue = phone.getByRole("region", { name: "Scheduled" });
  await expect(queue.getByRole("listitem")).toContainText("High tide");
  await expect(queue.getByRole("listitem")).toContainText("Sphere: everyone");
  await isAccessible(phone, "the queue");

  inflow.byHand(TIME_COMES);
  await expect(bob.foto("A flower")).toBeVisible({ timeout: 60_000 });
  await expect(phone.getByText("No drafts")).toBeVisible();
});

test("its time is changed, it leaves the schedule, and it is deleted after a question", async () => {
  const { page } = alice;
  await alice.prepares(photograph(folder, "china.jpg"), "Next tide", "A temple");
  await schedules(page, "cue");
  const row = page.getByRole("region", { name: "Scheduled" }).getByRole("listitem");
  await expect(row).toContainText("Cue: people in flow with you");
  const before = await row.getByRole("time").getAttribute("datetime");

  await picks(page, "Change time…");
  const field = page.getByLabel("Date and time");
  const later = new Date(Date.parse(before ?? "") + 86_400_000);
  await field.fill((await field.inputValue()).replace(/^[\d-]+/, dayOf(later)));
  await page.getByRole("dialog").getByRole("button", { name: "Schedule" }).click();
  await expect(row.getByRole("time")).toHaveAttribute("datetime", later.toISOString());

  await picks(page, "Take out of the schedule");
  await expect(page.getByRole("region", { name: "Drafts" }).getByRole("listitem")).toContainText("Next tide");
  await picks(page, "Delete draft");
  await page
    .getByRole("dialog", { name: "Delete this draft?" })
    .getByRole("button", { name: "Delete" })
    .click();
  await expect(page.getByText("No drafts")).toBeVisible();
});

test("a new foto that cannot be scheduled is a draft, and no second one stays in the browser", async () => {
  const { page } = alice;
  await alice.prepares(photograph(folder, "flower.jpg"), "Neap tide", "A third flower");
  const restricted = "SELECT id, now() + interval '1 day' FROM users WHERE username = 'alice'";
  inflow.byHand(`INSERT INTO restrictions (user_id, until) ${restricted}`);
  await page.getByRole("button", { name: "Post later…" }).click();
  await page.getByRole("dialog", { name: "Post later" }).getByRole("button", { name: "Schedule" }).click();
  await expect(page).toHaveURL(/\?draft=/, { timeout: 60_000 });
  await expect(page.getByText(/^You can't post/).first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Caption" })).toHaveValue("Neap tide");

  await alice.visits("/post/fotos");
  await expect(page.getByRole("textbox", { name: "Caption" })).toHaveValue("");
  await alice.visits("/drafts");
  await expect(page.getByRole("link", { name: "Neap tide" })).toHaveCount(1);
  inflow.byHand("DELETE FROM restrictions; DELETE FROM drafts");
  await expect(page.getByText("No drafts")).toBeVisible();
});

test("one that cannot be posted says why, and is posted after all", async () => {
  const { page } = alice;
  await alice.prepares(photograph(folder, "flower.jpg"), "Spring tide", "Another flower");
  await schedules(page, "sphere");
  const restricted = "SELECT id, now() + interval '1 day' FROM users WHERE username = 'alice'";
  inflow.byHand(`INSERT INTO restrictions (user_id, until) ${restricted}; ${TIME_COMES}`);

  const failed = page.getByRole("region", { name: "Not posted" });
  await expect(failed.getByRole("listitem")).toContainText(
    "Could not be posted: You can't post, comment, send requests or messages for now.",
    { timeout: 60_000 },
  );
  await isAccessible(page, "a foto that was not posted");

  inflow.byHand("DELETE FROM restrictions");
  await failed.getByRole("link", { name: "Spring tide" }).click();
  await expect(alice.postToSphere).toBeEnabled({ timeout: 60_000 });
  await alice.postToSphere.click();
  await expect(page).toHaveURL(/\/homefeed/, { timeout: 60_000 });
  await expect(bob.foto("Another flower")).toBeVisible();
  await alice.visits("/drafts");
  await expect(page.getByText("No drafts")).toBeVisible();
});

test("a draft that is gone says so, and the composer has room on the smallest phone", async () => {
  await phone.goto(`${inflow.origin}/post/fotos?draft=${"a".repeat(26)}`);
  await expect(phone.getByRole("heading", { name: "Draft not available" })).toBeVisible();
  await isAccessible(phone, "a draft that is gone");

  await phone.setViewportSize(SMALL);
  await phone.goto(`${inflow.origin}/post/fotos`);
  await expect(phone.getByRole("button", { name: "Save draft" })).toBeInViewport();
  await expect(phone.getByRole("button", { name: "Save draft" })).toBeDisabled();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(SMALL.width);
});

async function otherDevice(browser: Browser, { page, username, password }: Joined): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE });
  const device = await context.newPage();
  await device.goto(new URL("/login", page.url()).href);
  await device.getByLabel("Email").fill(username);
  await device.getByLabel("Password", { exact: true }).fill(password);
  await device.getByRole("button", { name: "LOGIN" }).click();
  await expect(device).toHaveURL(/\/homefeed/);
  return device;
}

async function schedules(page: Page, audience: "sphere" | "cue"): Promise<void> {
  await page.getByRole("button", { name: "Post later…" }).click();
  const dialog = page.getByRole("dialog", { name: "Post later" });
  await dialog.getByRole("radio", { name: audience === "cue" ? /^Cue/ : /^Sphere/ }).check();
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(page).toHaveURL(/\/drafts$/, { timeout: 60_000 });
}

async function picks(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More about this draft" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

function dayOf(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
