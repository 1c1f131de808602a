import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { stopsClock } from "./clock";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures, searchesOf } from "./wall";

const IN_FLOW = "You're in Flow!";

/** As long as `web/src/ui/useDebounced.ts` waits. */
const SETTLED_MS = 200;

const isToldOfFlow = ({ page }: Joined) =>
  expect(page.getByRole("region", { name: IN_FLOW })).toContainText("in mutual connection");

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  for (const { page } of [alice, bob]) await hangPictures(page);
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a request becomes a flow that both see begin and end", async () => {
  await test.step("Alice asks; Bob is told where he is, and can go to his bucket", async () => {
    await alice.visits(`/preview/${bob.profileId}`);
    await button(alice, "Syncflow").click();
    await expect(button(alice, "Outgoing...")).toBeDisabled();
    await expect(button(bob, "Notifications, 1 unread")).toBeVisible();
    await expect(bob.page.getByRole("button", { name: "@alice wants to syncflow with you!" })).toBeVisible();
    await button(bob, "Notifications, 1 unread").click();
    const told = bob.page.getByRole("dialog", { name: "Notifications" });
    await expect(told.getByText("No notifications")).toBeVisible();
    await isAccessible(bob.page, "no post notifications");
    await told.getByRole("tab", { name: "SYNCFLOWS" }).click();
    await told.getByRole("link", { name: /^@alice wants to syncflow with you!/ }).click();
    await expect(bob.page).toHaveURL(/\/intexted\?tab=syncflows$/);
    await expect(told).toBeHidden();
    await expect(button(bob, "Notifications")).toBeVisible();
  });

  await test.step("who is in the bucket is not asked again", async () => {
    await bob.visits(`/preview/${alice.profileId}`);
    await button(bob, "Syncflow").click();
    await expect(bob.page.getByText("This user is in your syncflow bucket")).toBeVisible();
    await expect(bob.page.getByText("This user is in your syncflow bucket")).toBeHidden();
  });

  await test.step("Bob bounces her, and she may ask again", async () => {
    await bob.visits("/intexted?tab=syncflows");
    await button(bob, "Bounce").click();
    await expect(bob.page.getByText("No requests")).toBeVisible();
    await expect(button(alice, "Syncflow")).toBeEnabled();
    await button(alice, "Syncflow").click();
    await expect(button(bob, "@alice")).toBeVisible();
  });

  await test.step("she takes it back, and asks a third time", async () => {
    await alice.page.goto(`${inflow.origin}/intexted?tab=outgoing`);
    await alice.page.getByRole("tab", { name: "Outgoing" }).click();
    await expect(button(alice, "@bob")).toBeVisible();
    await button(alice, "detach").click();
    await expect(alice.page.getByText("No outgoing requests")).toBeVisible();
    await expect(bob.page.getByText("No requests")).toBeVisible();
    await alice.visits(`/preview/${bob.profileId}`);
    await button(alice, "Syncflow").click();
  });

  await test.step("Bob accepts: both are told, and what both are told goes by itself", async () => {
    await bob.page.getByLabel("Requests to you").getByRole("button", { name: "Syncflow" }).click();
    // Both at once: it stays for three seconds with each.
    await Promise.all([isToldOfFlow(alice), isToldOfFlow(bob).then(() => isAccessible(bob.page, "in flow"))]);
    for (const { page } of [alice, bob])
      await expect(page.getByRole("region", { name: IN_FLOW })).toBeHidden();
    await expect(button(alice, "Flow Synced")).toBeVisible();
  });

  await test.step("what Bob posts to his cue is on Alice's open feed, until she breaks the flow on another page", async () => {
    const feed = await alice.opensAnother("/homefeed");
    await expect(feed.getByText("No posts to display")).toBeVisible();
    hang(inflow, "bob", "For my cues", { postType: "cue" });
    await expect(feed.getByRole("img", { name: "For my cues 1" })).toBeVisible();
    await bob.visits("/cue?tab=cues");
    await expect(bob.page.getByRole("link", { name: /Alice Moreau/ })).toBeVisible();
    await button(alice, "Flow Synced").click();
    await button(alice, "never mind").click();
    await button(alice, "Flow Synced").click();
    await button(alice, "had enough").click();
    await expect(button(alice, "Syncflow")).toBeVisible();
    await expect(feed.getByText("No posts to display")).toBeVisible();
    await expect(bob.page.getByText("No sync flow connections yet")).toBeVisible();
    await feed.close();
  });

  await test.step("whoever is between two pages when the other accepts is told on the second, and once", async () => {
    await button(alice, "Syncflow").click();
    await expect(button(alice, "Outgoing...")).toBeVisible();
    await alice.page.goto("about:blank");
    await bob.visits("/intexted?tab=syncflows");
    await bob.page.getByLabel("Requests to you").getByRole("button", { name: "Syncflow" }).click();
    await isToldOfFlow(bob);
    await alice.page.goto(`${inflow.origin}/homefeed`);
    await isToldOfFlow(alice);
    await alice.page.reload();
    await expect(button(alice, /^Notifications, /)).toBeVisible();
    await expect(alice.page.getByRole("region", { name: IN_FLOW })).toHaveCount(0);
    await alice.call("mutation", "profiles:breakFlow", {
      profileId: alice.profileId,
      otherId: bob.profileId,
    });
  });
});

test("a search asks once for what was typed, and no answer stands under newer text", async () => {
  const page = await bob.page.context().newPage();
  const { texts, hold, release } = await searchesOf(page);
  await page.goto(`${inflow.origin}/find`);
  const field = page.getByPlaceholder("search a name");
  const found = page.getByRole("search").getByRole("link", { name: /Alice Moreau/ });
  const busy = page.getByRole("search").locator('[aria-busy="true"]');
  await expect(page.getByRole("region", { name: "Suggested Users" })).toContainText("Alice Moreau");
  await stopsClock(page);

  await test.step("letters inside a name find its owner, by one question", async () => {
    await field.pressSequentially("lice more");
    expect(texts).toEqual([]);
    await page.clock.runFor(SETTLED_MS);
    await expect(found).toBeVisible();
    expect(texts).toEqual(["lice more"]);
    await expect(busy).toHaveCount(0);
  });

  await test.step("under newer text the old answer is dimmed, until the new one is there", async () => {
    hold();
    await field.press("x");
    await expect(busy).toHaveCount(1);
    await expect(found).toBeVisible();
    await page.clock.runFor(SETTLED_MS);
    await expect.poll(() => texts).toEqual(["lice more", "lice morex"]);
    await expect(busy).toHaveCount(1);
    release();
    await expect(page.getByRole("search").getByRole("strong")).toHaveText("No users found");
    await expect(busy).toHaveCount(0);
  });

  await test.step("an answer that comes late is not shown under text that it does not answer", async () => {
    hold();
    await field.fill("alice");
    await page.clock.runFor(SETTLED_MS);
    await expect.poll(() => texts.at(-1)).toBe("alice");
    await page.getByRole("search").evaluate(notesThat, "Alice Moreau");
    await field.press("y");
    release();
    await page.clock.runFor(SETTLED_MS);
    await expect.poll(() => texts.at(-1)).toBe("alicey");
    await expect(busy).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.dataset.noted)).toBeUndefined();
  });

  await test.step("what is dimmed can still be read", async () => {
    await field.fill("alice");
    await page.clock.runFor(SETTLED_MS);
    await expect(found).toBeVisible();
    hold();
    await field.press("x");
    await expect(busy).toHaveCount(1);
    await page.clock.resume();
    await isAccessible(page, "a search that waits for its answer");
    release();
  });
  await page.close();
});

test("people and nooks are shown by their latest fotos, and members in flow can be written to", async () => {
  const { page } = bob;
  hang(inflow, "alice", "Shown", { count: 4, age: 300 });
  await bob.visits("/find");
  const strip = page.getByRole("region", { name: "Latest fotos by @alice" });
  await expect(strip.getByRole("img")).toHaveCount(3);
  hang(inflow, "alice", "Shown later", { age: 200 });
  await expect(strip.getByRole("img").first()).toHaveAccessibleName("Shown later 1");
  await expect(strip.getByRole("img")).toHaveCount(3);
  await strip.getByRole("link", { name: "Shown later 1" }).click();
  await expect(page.getByRole("dialog", { name: "Foto by @alice" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^\d+ fotos$/)).toBeVisible();
  await expect(page.getByText("0 flows")).toBeVisible();

  await comeIntoFlow(alice, bob);
  await expect(page.getByText("1 flow")).toBeVisible();
  await bob.visits("/nooks");
  const behind = page.locator("label").filter({ hasText: "SCENIC" }).locator("img");
  await expect(behind).toHaveCount(4);
  hang(inflow, "alice", "Shown last", { age: 100 });
  await expect(behind.first()).toHaveAttribute("src", /Shown-last-1/);
  await expect(behind).toHaveCount(4);
  await bob.visits("/cue?tab=cues");
  await button(bob, "Message @alice").click();
  await expect(page).toHaveURL(/\/intexted/);
  await expect(page.getByRole("dialog").getByText("@alice")).toBeVisible();
  await alice.call("mutation", "profiles:breakFlow", { profileId: alice.profileId, otherId: bob.profileId });
});

test("whoever is blocked loses the other on every page that is open", async () => {
  hang(inflow, "alice", "Seen by many");
  hang(inflow, "bob", "Spoken about", { age: 60 });
  await alice.call("mutation", "comments:create", {
    content: "A word of Alice's",
    postId: "bob-Spoken-about-1",
    userId: alice.userId,
    username: "alice",
  });
  const feed = await bob.opensAnother("/homefeed");
  const foto = await bob.opensAnother("/homefeed?post=alice-Seen-by-many-1");
  const words = await bob.opensAnother("/profile?post=bob-Spoken-about-1");
  const find = await bob.opensAnother("/find");
  const told = await bob.opensAnother("/homefeed");
  const hers = await alice.opensAnother("/homefeed");
  const herFind = await alice.opensAnother("/find");
  await test.step("Bob has her everywhere", async () => {
    await bob.visits(`/preview/${alice.profileId}`);
    await expect(bob.page.getByRole("heading", { name: "Alice Moreau" })).toBeVisible();
    await expect(feed.getByRole("img", { name: "Seen by many 1" })).toBeVisible();
    await expect(foto.getByRole("dialog").getByRole("img", { name: "Seen by many 1" })).toBeVisible();
    await expect(words.getByText("A word of Alice's")).toBeVisible();
    await find.getByPlaceholder("search a name").fill("ALIC");
    await expect(find.getByRole("link", { name: /Alice Moreau/ }).first()).toBeVisible();
    await told.getByRole("button", { name: /^Notifications/ }).click();
    await expect(told.getByRole("link", { name: /^@alice commented on your post/ })).toBeVisible();
  });

  await test.step("and she has him", async () => {
    await expect(hers.getByRole("img", { name: "Spoken about 1" })).toBeVisible();
    await herFind.getByPlaceholder("search a name").fill("BO");
    await expect(herFind.getByRole("link", { name: /Bob Moreau/ }).first()).toBeVisible();
  });

  await test.step("Alice has had enough", async () => {
    await alice.visits(`/preview/${bob.profileId}`);
    await startsToBlock(alice, "bob");
    await isAccessible(alice.page, "block dialog");
    await button(alice, "nvm").click();
    await startsToBlock(alice, "bob");
    await button(alice, "had enough").click();
    await expect(alice.page).toHaveURL(/\/homefeed$/);
    await expect(alice.page.getByText("@bob blocked.")).toBeVisible();
    await expect(alice.page.getByText("Profile not found")).toHaveCount(0);
  });

  await test.step("within a second or two she is nowhere", async () => {
    await expect(bob.page.getByText("Profile not found")).toBeVisible();
    await expect(bob.page).toHaveURL(/\/homefeed$/);
    await expect(feed.getByRole("img", { name: "Seen by many 1" })).toBeHidden();
    await expect(foto.getByText("Foto not available")).toBeVisible();
    await expect(words.getByText("A word of Alice's")).toBeHidden();
    await expect(words.getByText("No comments yet")).toBeVisible();
    await expect(find.getByText("No users found").first()).toBeVisible();
    await expect(told.getByText("No notifications")).toBeVisible();
    for (const page of [bob.page, feed, foto, words, find, told]) await saysNothingOf(page, /alice/i);
  });

  await test.step("nor is he with her, but in her list of those who are blocked", async () => {
    await expect(hers.getByRole("img", { name: "Spoken about 1" })).toBeHidden();
    await expect(herFind.getByText("No users found").first()).toBeVisible();
    for (const page of [hers, herFind]) await saysNothingOf(page, /bob/i);
  });

  await test.step("she lets him back in, and he finds her, but they are not in flow", async () => {
    await alice.visits("/cue?tab=blocked");
    await expect(alice.page.getByText("Bob Moreau")).toBeVisible();
    await button(alice, "Unblock").click();
    await expect(alice.page.getByText("No one blocked")).toBeVisible();
    await expect(find.getByRole("link", { name: /Alice Moreau/ }).first()).toBeVisible();
    await expect(feed.getByRole("img", { name: "Seen by many 1" })).toBeVisible();
    await bob.visits(`/preview/${alice.profileId}`);
    await expect(button(bob, "Syncflow")).toBeEnabled();
    await bob.visits("/cue?tab=cues");
    await expect(bob.page.getByText("No sync flow connections yet")).toBeVisible();
  });
});

test("in flow, whoever is blocked from CUES loses the other on every page that is open", async () => {
  await comeIntoFlow(alice, bob);
  hang(inflow, "bob", "Of Bob in the cue", { postType: "cue" });
  inflow.byHand(`
    INSERT INTO aura (user_id, has_badge, badge_since) VALUES ('${bob.userId}', true, now())
    ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = excluded.badge_since`);
  const pages: Page[] = [];
  for (const path of ["/cue", "/cue?tab=cues", "/cue", "/intexted", "/sphere", "/curators"])
    pages.push(await alice.opensAnother(path));
  await pages[2]?.getByPlaceholder("Search users to cue...").fill("BO");
  for (const page of pages) await expect.poll(() => page.locator("#root").innerHTML()).toMatch(/bob/i);

  await bob.visits("/cue?tab=cues");
  await startsToBlock(bob, "alice");
  await button(bob, "had enough").click();

  await expect(bob.page.getByText("@alice blocked.")).toBeVisible();
  await expect(bob.page.getByText("No sync flow connections yet")).toBeVisible();
  for (const page of pages) {
    await expect.poll(() => page.locator("#root").innerHTML()).not.toMatch(/bob/i);
    await page.close();
  }
});

/** Notes on the page if these words come to stand in an element, however briefly. */
function notesThat(element: Element, words: string): void {
  new MutationObserver(() => {
    if (element.textContent?.includes(words)) document.documentElement.dataset.noted = words;
  }).observe(element, { childList: true, subtree: true, characterData: true });
}

async function startsToBlock(one: Joined, other: string): Promise<void> {
  await button(one, `More about @${other}`).click();
  await one.page.getByRole("menuitem", { name: "Block" }).click();
}

const button = ({ page }: Joined, name: string | RegExp) => page.getByRole("button", { name, exact: true });

async function saysNothingOf(page: Page, name: RegExp): Promise<void> {
  await expect(page.locator("#root")).not.toContainText(name);
}
