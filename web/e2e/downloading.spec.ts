import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow, PYTHON } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import { photograph } from "./photographs";

const WORKING = "UPDATE exports SET state = 'working', done = 3, total = 12";
const FAILED = "UPDATE exports SET state = 'failed'";

let folder: string;
let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let elsewhere: Person;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), "inflow-archive-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  await alice.prepares(photograph(folder, "flower.jpg"), "From the archive", "A flower");
  await alice.postToSphere.click();
  await expect(alice.page).toHaveURL(/homefeed/);
  elsewhere = await logsInElsewhere(browser);
  for (const { page } of [alice, elsewhere]) {
    await page.goto(`${inflow.origin}/settings/security`);
    await expect(page.getByRole("button", { name: "Download my data" })).toBeVisible();
  }
});

test.afterAll(async () => {
  for (const person of [alice, elsewhere]) await person?.leaves();
  await inflow?.stop();
  await mail?.close();
  await rm(folder, { recursive: true });
});

test("Alice has her data prepared, and downloads it on another device with her password", async () => {
  await asks(alice.page, "Download my data");

  for (const { page } of [alice, elsewhere])
    await expect(page.getByText("Your download is ready")).toBeVisible();
  await elsewhere.page.getByRole("link", { name: "Download" }).click();
  const question = elsewhere.page.getByRole("dialog", { name: "Enter your password" });
  await question.getByRole("button", { name: "Download" }).click();
  await expect(question.getByRole("alert")).toHaveText("Enter your password");
  await isAccessible(elsewhere.page, "a download that asks for the password");
  const arriving = elsewhere.page.waitForEvent("download");
  await question.getByLabel("Your password").fill(alice.password);
  await question.getByRole("button", { name: "Download" }).click();
  const download = await arriving;
  await expect(question).toBeHidden();
  const again = elsewhere.page.waitForEvent("download");
  await elsewhere.page.getByRole("link", { name: "Download" }).click();
  await again;

  expect(download.suggestedFilename()).toMatch(/^inflow-\d{4}-\d\d-\d\d\.zip$/);
  const content = await readFile(await download.path());
  expect(content.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
  expect(content.includes("index.html")).toBe(true);
  await isAccessible(alice.page, "a download that is ready");
  await opensOffline(await download.path());
});

test("its progress moves by itself on every device, and either can cancel it", async () => {
  inflow.byHand(WORKING);
  for (const { page } of [alice, elsewhere]) {
    await expect(page.getByRole("progressbar", { name: "Preparing your download" })).toHaveAttribute(
      "aria-valuenow",
      "25",
    );
    await expect(page.getByText("3 of 12 files")).toBeVisible();
  }
  await isAccessible(elsewhere.page, "a download that is being prepared");

  await elsewhere.page.getByRole("button", { name: "Cancel the download" }).click();

  for (const { page } of [alice, elsewhere])
    await expect(page.getByRole("button", { name: "Download my data" })).toBeVisible();
});

test("a failure says so, and Alice tries again; then she deletes the download", async () => {
  await asks(alice.page, "Download my data");
  await expect(alice.page.getByText("Your download is ready")).toBeVisible();
  inflow.byHand(FAILED);
  await expect(alice.page.getByText("Couldn't prepare your download")).toBeVisible();
  await isAccessible(alice.page, "a download that failed");

  await asks(alice.page, "Try again");
  await expect(alice.page.getByText("Your download is ready")).toBeVisible();
  await alice.page.getByRole("button", { name: "Delete the download" }).click();

  await expect(elsewhere.page.getByRole("button", { name: "Download my data" })).toBeVisible();
});

/** The unpacked archive is a page that needs no network, in a browser that has none. */
async function opensOffline(archive: string): Promise<void> {
  const unpacked = join(folder, "archive");
  execFileSync(PYTHON, ["-m", "zipfile", "-e", archive, unpacked]);
  const { page } = elsewhere;
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.context().setOffline(true);
  await page.goto(`file://${unpacked}/index.html`);
  await expect(page.getByRole("heading", { name: "Alice" })).toBeVisible();
  await page.locator(".tile").first().click();
  await expect(page.getByText("From the archive")).toBeVisible();
  const picture = page.locator(".post:target img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole("link", { name: "Close" }).click();
  const tabs = ["Grids", "Messages", "Fotos"];
  for (const tab of tabs) await page.getByRole("link", { name: tab }).click();
  await page.waitForLoadState("load");
  expect(complaints).toEqual([]);
  // From here on, axe asks for the style sheet, which the pages' policy forbids.
  for (const tab of tabs) {
    await page.getByRole("link", { name: tab }).click();
    await isAccessible(page, `the ${tab} of an archive`);
  }
  await page.locator(".tile").first().click();
  await isAccessible(page, "a foto of an archive");
  await page.context().setOffline(false);
  await page.goto(`${inflow.origin}/settings/security`);
}

/** The same member in another browser. */
async function logsInElsewhere(browser: Browser): Promise<Person> {
  const person = await Person.arrives("Alice", browser, inflow, DESKTOP);
  await person.visits("/login");
  await person.logsIn(alice.email, alice.password);
  await expect(person.page).toHaveURL(/homefeed/);
  return person;
}

async function asks(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: "Download your data" });
  await dialog.getByLabel("Your password").fill(alice.password);
  await dialog.getByRole("button", { name: "Prepare download" }).click();
  await expect(dialog).toBeHidden();
}
