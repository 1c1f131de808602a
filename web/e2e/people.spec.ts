import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { Mailroom } from "./mailroom";
import { DESKTOP, PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const IN_FLOW = "You're in Flow!";

let mail: Mailroom;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new Mailroom();
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
    await expect(bob.page.getByText("This user is in your syncflow bucket")).toBeHidden({ timeout: 5_000 });
  });

  await test.step("Bob bounces her, and she may ask again", async () => {
    await bob.visits("/intexted?tab=syncflows");
    await button(bob, "Bounce").click();
    await expect(button(alice, "Syncflow")).toBeEnabled();
    await button(alice, "Syncflow").click();
    await expect(button(bob, "@alice")).toBeVisible();
  });

  await test.step("she takes it back, and asks a third time", async () => {
    await alice.page.goto(`${inflow.origin}/intexted?tab=outgoing`);
    await alice.page.getByRole("tab", { name: "Outgoing" }).click();
    await button(alice, "detach").click();
    await expect(button(bob, "@alice")).toBeHidden();
    await alice.visits(`/preview/${bob.profileId}`);
    await button(alice, "Syncflow").click();
  });

  await test.step("Bob accepts: both are told, and what both are told goes by itself", async () => {
    await bob.page.getByLabel("Requests to you").getByRole("button", { name: "Syncflow" }).click();
    for (const { page } of [alice, bob])
      await expect(page.getByRole("dialog", { name: IN_FLOW })).toContainText("in mutual connection");
    await isAccessible(bob.page, "in flow");
    for (const { page } of [alice, bob])
      await expect(page.getByRole("dialog", { name: IN_FLOW })).toBeHidden({ timeout: 5_000 });
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
});

test("whoever is blocked loses the other on every page that is open", async () => {
  hang(inflow, "alice", "Seen by Bob");
  hang(inflow, "bob", "Spoken about", { age: 60 });
  await alice.call("mutation", "comments:create", {
    content: "A word of Alice's",
    postId: "bob-Spoken-about-1",
    userId: alice.userId,
    username: "alice",
  });
  const feed = await bob.opensAnother("/homefeed");
  const foto = await bob.opensAnother("/homefeed?post=alice-Seen-by-Bob-1");
  const words = await bob.opensAnother("/profile?post=bob-Spoken-about-1");
  const find = await bob.opensAnother("/find");
  const told = await bob.opensAnother("/homefeed");
  await test.step("Bob has her everywhere", async () => {
    await bob.visits(`/preview/${alice.profileId}`);
    await expect(bob.page.getByRole("heading", { name: "Alice Moreau" })).toBeVisible();
    await expect(feed.getByRole("img", { name: "Seen by Bob 1" })).toBeVisible();
    await expect(foto.getByRole("dialog").getByRole("img", { name: "Seen by Bob 1" })).toBeVisible();
    await expect(words.getByText("A word of Alice's")).toBeVisible();
    await find.getByPlaceholder("search a name").fill("ALIC");
    await expect(find.getByRole("link", { name: /Alice Moreau/ }).first()).toBeVisible();
    await told.getByRole("button", { name: /^Notifications/ }).click();
    await expect(told.getByRole("link", { name: /^@alice commented on your post/ })).toBeVisible();
  });

  await test.step("Alice has had enough", async () => {
    await alice.visits(`/preview/${bob.profileId}`);
    await button(alice, "Block").click();
    await isAccessible(alice.page, "block dialog");
    await button(alice, "nvm").click();
    await button(alice, "Block").click();
    await button(alice, "had enough").click();
    await expect(alice.page).toHaveURL(/\/homefeed$/);
  });

  await test.step("within a second or two she is nowhere", async () => {
    await expect(bob.page.getByText("Profile not found")).toBeVisible();
    await expect(bob.page).toHaveURL(/\/homefeed$/);
    await expect(feed.getByRole("img", { name: "Seen by Bob 1" })).toBeHidden();
    await expect(foto.getByText("This foto is not here")).toBeVisible();
    await expect(words.getByText("A word of Alice's")).toBeHidden();
    await expect(words.getByText("No comments yet")).toBeVisible();
    await expect(find.getByText("No users found").first()).toBeVisible();
    await expect(told.getByText("No notifications")).toBeVisible();
    for (const page of [bob.page, feed, foto, words, find, told]) await saysNothingOf(page, /alice/i);
  });

  await test.step("she lets him back in, and he finds her, but they are not in flow", async () => {
    await alice.visits("/cue?tab=blocked");
    await expect(alice.page.getByText("Bob Moreau")).toBeVisible();
    await button(alice, "Unblock").click();
    await expect(alice.page.getByText("Nobody is blocked")).toBeVisible();
    await expect(find.getByRole("link", { name: /Alice Moreau/ }).first()).toBeVisible();
    await expect(feed.getByRole("img", { name: "Seen by Bob 1" })).toBeVisible();
  });
});

const button = ({ page }: Joined, name: string) => page.getByRole("button", { name, exact: true });

async function saysNothingOf(page: Page, name: RegExp): Promise<void> {
  await expect(page.locator("#root")).not.toContainText(name);
}
