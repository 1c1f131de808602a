import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { standingAt } from "./standing";
import { swipe } from "./touch";
import { hang, hanging, hangPictures } from "./wall";

const FOTO = "alice-Low-tide-1";
/** Moves posts of the last seconds to the present. */
const JUST_NOW =
  "UPDATE posts SET created_at = now() WHERE created_at BETWEEN now() - interval '5 seconds' AND now();";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let carol: Joined;
let conversationId: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  const joining = { browser, inflow, mail, size: PHONE };
  alice = await joins("Alice", { ...joining, size: DESKTOP });
  bob = await joins("Bob", joining);
  carol = await joins("Carol", joining);
  for (const { page } of [alice, carol]) await hangPictures(page);
  conversationId = await comeIntoFlow(bob, alice);
  hang(inflow, "alice", "Low tide", { count: 2, age: 3_600 });
});

test.afterAll(async () => {
  for (const each of [alice, bob, carol]) await each?.leaves();
  await inflow?.stop();
  await mail?.close();
});

const bell = (page: Page, words: string) => page.getByRole("button", { name: words, exact: true });
const told = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const button = (page: Page, name: string) => told(page).getByRole("button", { name, exact: true });
const row = (page: Page, words: string) => told(page).getByRole("listitem").filter({ hasText: words });
const away = (page: Page, words: string) => row(page, words).getByRole("button", { name: "Mark as read" });

const comments = (who: Joined, content: string, postId = FOTO) =>
  who.call("mutation", "comments:create", {
    content,
    postId,
    userId: who.userId,
    username: who.username,
  });
const writes = (content: string) =>
  bob.call("mutation", "messages:sendMessage", {
    conversationId,
    senderId: bob.profileId,
    receiverId: alice.profileId,
    content,
    type: "text",
  });
const asks = () =>
  carol.call("mutation", "flowRequests:requestSync", {
    sender_id: carol.profileId,
    receiver_id: alice.profileId,
  });

/** Waits until the changes of earlier timers are drawn: they are in an earlier task than this one. */
const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(null);
      }),
  );

async function opens(page: Page, tab: string): Promise<void> {
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await told(page).getByRole("tab", { name: tab }).click();
}

test("what is unread is previewed in turn, and waits for whoever reads it", async () => {
  const { page } = alice;
  await comments(bob, "Where is that?");
  await writes("Good morning");
  await page.clock.install();
  await alice.visits("/homefeed");
  await expect(bell(page, "Notifications, 2 unread")).toBeVisible();
  const preview = page.getByRole("region", { name: "Unread" }).getByRole("button");
  await expect(preview).toBeVisible();

  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await drawn(page);
  const both = ["@bob commented on your post", "@bob sent you a message"];
  const now = (await preview.innerText()).trim();
  const [next] = both.filter((each) => each !== now);
  expect(both).toContain(now);
  await page.clock.runFor(3_000);
  await expect(preview).toHaveText(next ?? "");
  await page.clock.runFor(3_000);
  await expect(preview).toHaveText(now);

  await preview.hover();
  await page.clock.runFor(9_000);
  await drawn(page);
  await expect(preview).toHaveText(now);
  await page.mouse.move(0, 0);
  await page.clock.runFor(3_000);
  await expect(preview).toHaveText(next ?? "");
  await page.clock.resume();
});

test("a notification of a kind that the page does not know yet is shown with the default words", async () => {
  await writes("Good evening");
  const page = await alice.page.context().newPage();
  await page.routeWebSocket(/\/sync$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((said) => socket.send(String(said).replace(/"type":"intexted"/g, '"type":"future"')));
  });
  await page.goto(`${inflow.origin}/homefeed`);
  await opens(page, "INTEXTED");
  await expect(told(page).getByText("New notification")).toBeVisible();
  await page.close();
});

test("the comments on a post are one row, which grows while one looks and is put away as a whole", async () => {
  const { page } = alice;
  await comments(bob, "With a tripod?", "alice-Low-tide-2");
  await alice.visits("/homefeed");
  await opens(page, "POST NOTIFICATIONS");
  await expect(told(page).getByRole("listitem")).toHaveCount(2);
  await expect(told(page).getByText("1 comments")).toHaveCount(0);

  await comments(carol, "How long did you wait?");
  await expect(row(page, "@carol commented on your post")).toContainText("2 comments");
  await expect(row(page, "@carol commented on your post")).toContainText("How long did you wait?");
  await expect(row(page, "@carol commented on your post").locator("picture img")).toBeVisible();
  await comments(bob, "An hour?");
  await expect(row(page, "3 comments")).toContainText("@bob commented on your post");
  await expect(told(page).getByRole("listitem")).toHaveCount(2);
  await expect(told(page).getByRole("listitem").first()).toContainText("3 comments");
  inflow.byHand(
    "UPDATE notifications SET created_at = created_at - interval '1 day' WHERE subject = 'alice-Low-tide-1'",
  );
  await expect(told(page).getByRole("heading", { level: 3 })).toHaveText(["Today", "Yesterday"]);
  await expect(row(page, "@bob commented").getByRole("strong").first()).toHaveText("@bob");
  await isAccessible(page, "comments by post");

  await row(page, "3 comments").hover();
  await away(page, "3 comments").click();
  await expect(away(page, "3 comments")).toHaveCount(0);
  await expect(
    page.getByRole("button", { name: "Notifications, 2 unread", includeHidden: true }),
  ).toBeAttached();
});

test("one is put away with a mouse, with keys or with a finger, and is read on every page", async ({
  browser,
}) => {
  const { page } = alice;
  await asks();
  const elsewhere = await alice.opensAnother("/homefeed");
  await expect(bell(elsewhere, "Notifications, 3 unread")).toBeVisible();

  await test.step("the icon shows where the mouse is", async () => {
    const icon = away(page, "@bob commented");
    await page.mouse.move(0, 0);
    await expect(icon).toHaveCSS("opacity", "0");
    await row(page, "@bob commented")
      .filter({ has: page.getByRole("button") })
      .hover();
    await expect(icon).toHaveCSS("opacity", "1");
    await icon.click();
    await expect(bell(elsewhere, "Notifications, 2 unread")).toBeVisible();
  });

  await test.step("and where the focus is", async () => {
    await page.mouse.move(0, 0);
    await told(page).getByRole("tab", { name: "INTEXTED" }).click();
    const icon = away(page, "@bob sent you a message");
    await expect(icon).toHaveCSS("opacity", "0");
    await told(page)
      .getByRole("link", { name: /^@bob sent you a message/ })
      .focus();
    await page.keyboard.press("Tab");
    await expect(icon).toBeFocused();
    await expect(icon).toHaveCSS("opacity", "1");
    await page.keyboard.press("Enter");
    await expect(bell(elsewhere, "Notifications, 1 unread")).toBeVisible();
  });

  await test.step("a finger finds it without", async () => {
    const phone = await browser.newContext({
      viewport: PHONE,
      hasTouch: true,
      isMobile: true,
      storageState: await page.context().storageState(),
    });
    const held = await phone.newPage();
    await held.goto(`${inflow.origin}/homefeed`);
    await opens(held, "SYNCFLOWS");
    const icon = away(held, "@carol wants to syncflow with you!");
    await expect(icon).toHaveCSS("opacity", "1");
    await icon.tap();
    await expect(bell(elsewhere, "Notifications")).toBeVisible();
    await phone.close();
  });
  await elsewhere.close();
});

test("a finger pulls one aside, a key puts one away, and a button all of a kind", async ({ browser }) => {
  await comments(carol, "And the filter?");
  await comments(bob, "Which tide?", "alice-Low-tide-2");
  await writes("Are you there?");
  const phone = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    storageState: await alice.page.context().storageState(),
  });
  const page = await phone.newPage();
  await page.goto(`${inflow.origin}/homefeed`);
  await opens(page, "INTEXTED");

  await test.step("pulled too little, it stays as it was", async () => {
    await swipe(page, row(page, "@bob sent you a message"), 30);
    await expect(away(page, "@bob sent you a message")).toBeVisible();
    await swipe(page, row(page, "@bob sent you a message"), -80);
    await expect(away(page, "@bob sent you a message")).toHaveCount(0);
    await expect(row(page, "@bob sent you a message")).toBeVisible();
  });

  await test.step("the key does it for the one with the focus", async () => {
    await told(page).getByRole("tab", { name: "POST NOTIFICATIONS" }).click();
    await told(page)
      .getByRole("link", { name: /^@carol commented/ })
      .press("Delete");
    await expect(away(page, "@carol commented")).toHaveCount(0);
    await expect(away(page, "@bob commented")).toBeVisible();
  });

  await test.step("and the button for all that are left", async () => {
    await button(page, "All read").tap();
    await expect(told(page).getByRole("button", { name: "Mark as read" })).toHaveCount(0);
    await expect(button(page, "All read")).toHaveCount(0);
    await isAccessible(page, "notifications that are read");
  });
  await phone.close();
});

test("each leads to what it is about", async () => {
  const { page } = alice;
  await comments(carol, "Print this one");
  await writes("Are you there?");
  await alice.visits("/homefeed");

  await opens(page, "POST NOTIFICATIONS");
  await told(page)
    .getByRole("link", { name: /^@carol commented on your post/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/profile\\?post=${FOTO}$`));
  await expect(page.getByRole("dialog").getByRole("img", { name: "Low tide 1" })).toBeVisible();

  await alice.visits("/homefeed");
  await opens(page, "SYNCFLOWS");
  await told(page)
    .getByRole("link", { name: /^@carol wants to syncflow with you!/ })
    .click();
  await expect(page).toHaveURL(/\/intexted\?tab=syncflows$/);
  await expect(page.getByLabel("Requests to you").getByRole("button", { name: "@carol" })).toBeVisible();

  await opens(page, "INTEXTED");
  await told(page)
    .getByRole("link", { name: /^@bob sent you a message/ })
    .click();
  await expect(page.getByRole("dialog", { name: "Chat" })).toContainText("Are you there?");
  await expect(
    page.getByRole("button", { name: "Notifications", exact: true, includeHidden: true }),
  ).toBeAttached();
});

test("what others post in one's nook is told until one looks, to whoever wants to know", async () => {
  const { page } = carol;
  await page.mouse.move(0, 0);
  await carol.visits("/homefeed");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await told(page).getByRole("button", { name: "Close" }).click();
  await expect(bell(page, "Notifications")).toBeVisible();
  inflow.byHand(hanging("carol", "Her own") + hanging("bob", "Harbour", { count: 2 }) + JUST_NOW);
  await expect(bell(page, "Notifications, new posts")).toBeVisible();

  await test.step("the line stays for as long as the popup is open, and leads to the feed", async () => {
    await bell(page, "Notifications, new posts").click();
    const line = told(page).getByRole("link", { name: "2 new posts in your sphere" });
    await expect(line).toBeVisible();
    await expect(
      page.getByRole("button", { name: "Notifications", exact: true, includeHidden: true }),
    ).toBeAttached();
    await expect(line).toBeVisible();
    await isAccessible(page, "new posts");
    await line.click();
    await expect(told(page)).toBeHidden();
    await expect(page).toHaveURL(/\/homefeed$/);
  });

  await test.step("whoever switches it off is told of none", async () => {
    await carol.visits("/settings/notifications");
    const toggle = page.getByRole("switch", { name: "Post Notifications" });
    await toggle.click();
    await expect(toggle).not.toBeChecked();
    inflow.byHand(hanging("bob", "Quay") + JUST_NOW);
    await carol.visits("/homefeed");
    await expect(page.getByRole("img", { name: "Quay 1" })).toBeVisible();
    await expect(bell(page, "Notifications")).toBeVisible();
    await carol.visits("/settings/notifications");
    await toggle.click();
    await expect(bell(page, "Notifications, new posts")).toBeVisible();
  });
});

test("what could not be fetched is there after the page has loaded itself again", async () => {
  const page = await alice.opensAnother("/homefeed");
  const anyBell = page.getByRole("button", { name: /^Notifications/ });
  await expect(anyBell).toBeVisible();
  const code = "**/assets/*.js";
  await page.route(code, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed");
  await anyBell.click();
  await lost;
  await page.unroute(code);
  await page.waitForEvent("load");
  await anyBell.click();
  await expect(told(page)).toBeVisible();
  await page.close();
});

test("what comes while one reads further down waits above, and moves no row", async () => {
  const { page } = alice;
  hang(inflow, "alice", "Shoal", { count: 30, age: 60 });
  // However fast the tests before this one were, what they left is below these thirty.
  inflow.byHand(`
    UPDATE notifications SET created_at = created_at - interval '1 hour';
    INSERT INTO notifications (id, member_id, sender_id, type, subject, read, created_at)
    SELECT 'shoal-' || number, alice.id, bob.id, 'post_comment', 'alice-Shoal-' || number, true, now() - number * interval '1 second'
    FROM users alice, users bob, generate_series(1, 30) AS number WHERE alice.username = 'alice' AND bob.username = 'bob'`);
  await alice.visits("/homefeed");
  await opens(page, "POST NOTIFICATIONS");
  const rows = told(page).getByRole("listitem");
  const read = rows.nth(12);
  // Rows come and go while the list is scrolled.
  await expect(() => rows.nth(18).scrollIntoViewIfNeeded()).toPass();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  await standingAt(read);
  const before = await read.boundingBox();

  await comments(carol, "Which lens?", "alice-Low-tide-2");
  await comments(carol, "And which light?", "alice-Shoal-13");
  const newer = told(page).getByRole("button", { name: "1 new notification" });
  await expect(newer).toBeVisible();
  await expect(read).toContainText("@carol commented on your post");
  expect(await read.boundingBox()).toEqual(before);
  await isAccessible(page, "a notification that waits above");

  await newer.click();
  await expect(newer).toHaveCount(0);
  await expect(rows.first()).toContainText("@carol commented on your post");
  await expect.poll(() => scrolled(page)).toBe(0);
});

const scrolled = (page: Page) =>
  told(page)
    .getByRole("tablist")
    .evaluate((tabs) => tabs.closest("[class*=tabs]")?.scrollTop);
