import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { stopsClock } from "./clock";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { Wire } from "./screen-states/wire";
import { swipe } from "./touch";
import { hang, hangPictures } from "./wall";

const LOST = "Couldn't react. Try again.";
const NO_PHOTO = "Please upload an image file";
const NOT_KEPT = "Couldn't save. Try again.";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let carol: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  const joining = { browser, inflow, mail, size: PHONE };
  alice = await joins("Alice", { ...joining, size: DESKTOP });
  bob = await joins("Bob", { ...joining, device: { hasTouch: true } });
  carol = await joins("Carol", joining);
  for (const { page } of [alice, bob, carol]) await hangPictures(page);
  hang(inflow, "alice", "Low tide", { count: 12, age: 60 });
});

test.afterAll(async () => {
  for (const each of [alice, bob, carol]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
});

const inFlow = (page: Page) => page.getByRole("region", { name: "You're in Flow!" });
const toast = (page: Page, words: string) => page.getByRole("status").getByText(words);
const dismiss = (page: Page) => page.getByRole("button", { name: "Dismiss" });

test("a member who types while another comes into flow keeps the focus and every character", async () => {
  const { page } = alice;
  await alice.visits("/homefeed?post=alice-Low-tide-1");
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  const field = popup.getByPlaceholder("Add a comment…");
  await field.click();
  await page.keyboard.type("Where ");
  await comeIntoFlow(alice, bob);
  await expect(inFlow(page)).toContainText("in mutual connection");
  await page.keyboard.type("was that?");
  await expect(field).toHaveValue("Where was that?");
  await inFlow(page).getByRole("button", { name: "Got it!" }).click();
  await expect(inFlow(page)).toBeHidden();
  await expect(field).toBeFocused();
  await expect(popup).toBeVisible();
});

test("what two in flow are told closes after three seconds, and lets the keys through until then", async () => {
  const { page } = alice;
  await alice.visits("/homefeed?post=alice-Low-tide-2");
  const shown = (words: string) => page.getByRole("dialog").getByRole("img", { name: words, exact: true });
  await expect(shown("Low tide 2")).toBeVisible();
  await expect(page.getByRole("button", { name: /^graceful/ })).toBeEnabled();
  await stopsClock(page);
  await comeIntoFlow(alice, carol);
  await expect(inFlow(page)).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(shown("Low tide 3")).toBeVisible();
  await page.clock.runFor(2_999);
  await expect(inFlow(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(inFlow(page)).toBeHidden();
  await page.clock.resume();

  await bob.visits("/homefeed?post=alice-Low-tide-2");
  await expect(bob.page.getByRole("dialog", { name: "Foto by @alice" })).toBeVisible();
  await comeIntoFlow(bob, carol);
  await expect(inFlow(bob.page)).toBeVisible();
  await isAccessible(bob.page, "in flow, over a foto");
});

test("an error is announced each time, and stays readable where it happened", async ({ browser }) => {
  const dora = await joins("Dora", { browser, inflow, mail, size: DESKTOP });
  const { page } = dora;
  await hangPictures(page);
  const wire = await Wire.of(page);
  await dora.visits("/homefeed?post=alice-Low-tide-1");
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  const graceful = popup.getByRole("button", { name: /^graceful/ });
  await expect(graceful).toBeEnabled();
  wire.refuses();
  const announced = await announcements(page);

  await graceful.click();
  await expect(toast(page, LOST)).toBeVisible();
  await expect(graceful).toBeFocused();
  await graceful.click();
  await expect.poll(announced).toEqual([LOST, LOST]);
  await dismiss(page).click();
  await expect(page.getByText(LOST)).toHaveCount(0);
  await expect(popup).toBeVisible();

  await graceful.click();
  await expect(toast(page, LOST)).toBeVisible();
  await expect(toast(page, LOST)).toHaveCount(0);
  await expect(popup.getByText(LOST)).toBeVisible();
  await isAccessible(page, "an error that is over");
  await popup.getByRole("button", { name: /^ciao/ }).hover();
  await expect(popup.getByText(LOST)).toBeVisible();
  await popup.getByRole("button", { name: "Close" }).click();
  await expect(page.getByText(LOST)).toHaveCount(0);
  await dora.leaves();
});

test("a form that refuses the same twice announces it twice", async () => {
  const { page } = bob;
  const words = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("words") };
  await bob.visits("/post/fotos");
  const said = await announcements(page, '[role="alert"]');
  for (const times of [1, 2]) {
    await page.getByLabel("Foto file").setInputFiles(words);
    await expect.poll(said).toEqual(Array(times).fill(expect.stringContaining(NO_PHOTO)));
  }
  await bob.visits("/curators");
  await page.getByRole("button", { name: /Next Nook/ }).click();
  const asked = await announcements(page, '[role="alert"], [role="status"]');
  for (const times of [1, 2]) {
    await page.getByRole("dialog").getByLabel("Username").press("Enter");
    await expect.poll(asked).toEqual(Array(times).fill(expect.stringContaining("Username Required")));
  }
});

test("a toast goes with a swipe, with Escape, or after three seconds, and an error stays on its screen", async () => {
  const { page } = bob;
  const wire = await Wire.of(page);
  await bob.visits("/settings/privacy");
  const allow = page.getByRole("switch").first();
  await expect(allow).toBeEnabled();
  wire.refuses();

  await allow.click();
  await expect(toast(page, NOT_KEPT)).toBeVisible();
  await swipe(page, toast(page, NOT_KEPT), -80, "upwards");
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0);

  await allow.click();
  await expect(toast(page, NOT_KEPT)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0);

  await stopsClock(page);
  await allow.click();
  await expect(toast(page, NOT_KEPT)).toBeVisible();
  await page.clock.runFor(2_999);
  await expect(toast(page, NOT_KEPT)).toBeVisible();
  await page.clock.runFor(1);
  await expect(toast(page, NOT_KEPT)).toHaveCount(0);
  await expect(page.getByText(NOT_KEPT)).toBeVisible();
  await page.clock.resume();
  await page.getByRole("link", { name: "FOTOS" }).click();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0);
});

test("a notification that arrives moves nothing on a phone, and is previewed in the header", async ({
  browser,
}) => {
  const fred = await joins("Fred", { browser, inflow, mail, size: PHONE });
  const { page } = fred;
  await hangPictures(page);
  const conversationId = await comeIntoFlow(alice, fred);
  await fred.visits("/homefeed");
  const heading = page.getByRole("heading", { name: "SCENIC" });
  await expect(fred.foto("Low tide 1").first()).toBeVisible();
  const before = await heading.boundingBox();
  const unread = page.getByRole("button", { name: /^Notifications, \d+ unread/ });
  await says(alice, fred, conversationId, "Good morning");
  await expect(unread).toBeVisible();
  await expect(page.getByRole("region", { name: "Unread" })).toBeVisible();
  expect(await heading.boundingBox()).toEqual(before);
  await fred.leaves();
});

test("a message that arrives while a member reads further down the inbox moves no conversation", async ({
  browser,
}) => {
  const emil = await joins("Emil", { browser, inflow, mail, size: { width: 390, height: 200 } });
  const { page } = emil;
  const toBob = await comeIntoFlow(emil, bob);
  await says(bob, emil, toBob, "Hello");
  await says(carol, emil, await comeIntoFlow(emil, carol), "Good evening");
  const inbox = page.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Choose the/ }) });
  await emil.visits("/intexted");
  await expect(inbox).toContainText([/carol/, /bob/]);

  await page.mouse.wheel(0, 2_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(160);
  await says(bob, emil, toBob, "Are you there?");

  await expect(inbox.nth(1)).toContainText("Are you there?");
  await expect(inbox).toContainText([/carol/, /bob/]);
  await page.getByRole("button", { name: "1 new message" }).click();
  await expect(inbox).toContainText([/bob/, /carol/]);
  await expect(page.getByRole("button", { name: "1 new message" })).toHaveCount(0);
  await emil.leaves();
});

const says = (sender: Joined, receiver: Joined, conversationId: string, content: string) =>
  sender.call("mutation", "messages:sendMessage", {
    conversationId,
    senderId: sender.profileId,
    receiverId: receiver.profileId,
    content,
    type: "text",
  });

/** What live regions were given from now on, in order. Answers how to ask for it. */
async function announcements(
  page: Page,
  regions = 'body > [aria-live] [role="status"]',
): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle((places) => {
    const words: string[] = [];
    const note = (records: MutationRecord[]) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
        if (node.parentElement?.closest(places)) words.push(node.textContent?.trim() ?? "");
    };
    new MutationObserver(note).observe(document.body, { childList: true, subtree: true });
    return words;
  }, regions);
  return () => said.jsonValue();
}
