import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import {
  asks,
  button,
  CIRCLE,
  chat,
  comeIntoFlow,
  draws,
  field,
  heightOf,
  keptChatsOf,
  lineOf,
  message,
  opens,
  outboxOf,
  roadOf,
  rowOf,
  staysWhenAsked,
  watchForRemounts,
  writes,
  X,
} from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";

const TO_BE_READ = "You can only message people you are in flow with.";

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;
let conversationId: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  for (const person of [alice, bob]) await person.visits("/intexted");
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a flow opens a conversation, and two members chat live", async () => {
  await test.step("an empty inbox says what to do; a flow brings the conversation", async () => {
    await expect(alice.page.getByText("Start a conversation by syncing flow")).toBeVisible();
    await isAccessible(alice.page, "an empty inbox");
    conversationId = await comeIntoFlow(bob, alice);
    await expect(rowOf(alice, "bob")).toContainText("No messages yet");
  });

  await test.step("Bob reads in his inbox what Alice wrote, opens it, and she sees that he has", async () => {
    await opens(alice, "bob");
    await expect(button(alice, "Send")).toBeDisabled();
    await field(alice).fill("  \n ");
    await expect(button(alice, "Send")).toBeDisabled();
    await writes(alice, "Low tide?");
    await expect(rowOf(bob, "alice")).toContainText("Low tide?");
    await expect(rowOf(bob, "alice")).toContainText("1 unread");
    await expect(bob.page.getByRole("tab", { name: /^Inbox ?1/ })).toBeVisible();
    await opens(bob, "alice");
    await expect(chat(bob).getByText("New", { exact: true })).toBeVisible();
    await expect(chat(alice).getByText(/just now · Read/)).toBeVisible();
    await expect(chat(bob).getByRole("link", { name: "Alice Moreau" })).toHaveAttribute(
      "href",
      /^\/preview\//,
    );
  });

  await test.step("both are seen typing at once; Shift+Enter is a line and the field grows, Enter sends", async () => {
    await field(bob).pressSequentially("At six");
    await field(alice).pressSequentially("At fi");
    await expect(chat(alice).getByText("Bob is typing…")).toBeVisible();
    await expect(chat(bob).getByText("Alice is typing…")).toBeVisible();
    await field(alice).fill("");
    await expect(chat(bob).getByText("Alice is typing…")).toBeHidden();
    const low = await heightOf(field(bob));
    await field(bob).press("Shift+Enter");
    expect(await heightOf(field(bob))).toBeGreaterThan(low);
    await field(bob).pressSequentially("by the pier");
    await field(bob).press("Enter");
    await expect(message(alice, "At six\nby the pier")).toBeVisible();
    await expect(chat(alice).getByText("Bob is typing…")).toBeHidden();
    await expect(field(bob)).toHaveValue("");
  });

  await test.step("the message stays the same element when the server has it", async () => {
    await alice.page.evaluate(watchForRemounts);
    await writes(alice, "I bring the tripod");
    await expect(message(alice, "I bring the tripod")).toBeEnabled();
    expect(await alice.page.evaluate(() => (window as unknown as { taken: number }).taken)).toBe(0);
  });

  await test.step("Alice answers her own message, and Bob sees what it answers", async () => {
    await message(alice, "I bring the tripod").click();
    await button(alice, "Reply").click();
    await expect(chat(alice).getByText("Replying to: I bring the tripod")).toBeVisible();
    await alice.page.keyboard.press("Escape");
    await expect(chat(alice).getByText("Replying to:")).toBeHidden();
    await message(alice, "I bring the tripod").click();
    await button(alice, "Reply").click();
    await button(alice, "Cancel reply").click();
    await expect(chat(alice).getByText("Replying to:")).toBeHidden();
    await message(alice, "I bring the tripod").click();
    await button(alice, "Reply").click();
    await expect(field(alice)).toBeFocused();
    await writes(alice, "And the thermos");
    await expect(lineOf(bob, "And the thermos")).toContainText("In reply to: I bring the tripod");
    for (const name of ["Reply", "Delete"])
      await expect(lineOf(bob, "And the thermos").getByRole("button", { name, exact: true })).toHaveCount(0);
    await isAccessible(alice.page, "a chat");
  });

  await test.step("a deleted message is gone for both, in its place and where it is answered", async () => {
    await message(alice, "I bring the tripod").click();
    await button(alice, "Delete").click();
    for (const person of [alice, bob])
      await expect(chat(person).getByText("[Message deleted]")).toHaveCount(2);
  });
});

test("an emoji picker that cannot be fetched shows nothing, and one goes on writing", async () => {
  const said: string[] = [];
  bob.page.on("console", (line) => void (line.type() === "error" && said.push(line.text())));
  await bob.page.route("**/assets/*.js", (route) => route.abort());
  await button(bob, "Emoji").click();
  await expect.poll(() => said.join()).toMatch(/fetch dynamically imported module/);
  await expect(bob.page.getByRole("region", { name: "Emoji picker" })).toBeHidden();
  await writes(bob, "No picture, then");
  await expect(message(alice, "No picture, then")).toBeVisible();
  await bob.page.unroute("**/assets/*.js");
  await bob.page.reload();
});

test("emoji by keyboard, and a limit that is said", async () => {
  await button(bob, "Emoji").click();
  await expect(bob.page.getByRole("region", { name: "Emoji picker" }).getByRole("tab")).toHaveCount(10);
  await isAccessible(bob.page, "the emoji picker");
  await bob.page.getByLabel("Search emoji").fill("camera with flash");
  await bob.page.keyboard.press("Tab");
  await bob.page.keyboard.press("Enter");
  await bob.page.keyboard.press("Escape");
  await expect(bob.page.getByRole("region", { name: "Emoji picker" })).toBeHidden();
  await expect(field(bob)).toBeFocused();
  await bob.page.keyboard.press("Enter");
  await expect(message(alice, "📸")).toBeVisible();

  await field(bob).fill("~".repeat(2_001));
  await expect(field(bob)).toHaveValue("~".repeat(2_000));
  await expect(chat(bob).getByText("Messages can have up to 2,000 characters.")).toBeVisible();
  await field(bob).fill("a thought for later");
  await bob.page.reload();
  await expect(field(bob)).toHaveValue("a thought for later");
  await field(bob).fill("");
});

test("both write at once, and both read the same order, each message once", async () => {
  const numbers = [1, 2, 3, 4];
  await Promise.all(
    [alice, bob].map(async (person) => {
      for (const number of numbers) await writes(person, `${person.name} ${number}`);
    }),
  );
  const written = /^(Alice|Bob) \d$/;
  for (const person of [alice, bob]) await expect(chat(person).getByText(written)).toHaveCount(8);
  await expect(chat(alice).getByText("Sending…")).toBeHidden();
  await expect(chat(bob).getByText("Sending…")).toBeHidden();
  const orders = await Promise.all([alice, bob].map((one) => chat(one).getByText(written).allTextContents()));
  expect(orders[0]).toEqual(orders[1]);
  expect(new Set(orders[0]).size).toBe(8);
});

test("what is written without a connection survives the page, and leaves once, in order", async () => {
  const road = await roadOf(alice.page.context());
  await alice.page.reload();
  const other = await alice.opensAnother("/homefeed");
  await expect(field(alice)).toBeVisible();
  await road.cut();
  for (const words of ["offline one", "offline two"]) await writes(alice, words);
  await expect(chat(alice).getByText("Waiting for the connection")).toHaveCount(2);
  await alice.page.reload().catch(() => undefined);
  await road.mend();
  await alice.visits(`/intexted?chat=${conversationId}`);
  await expect(message(bob, /^offline/)).toHaveText(["offline one", "offline two"]);
  await expect(message(alice, /^offline/)).toHaveText(["offline one", "offline two"]);
  await expect(chat(alice).getByText(/Sending|Waiting/)).toBeHidden();
  await other.close();
  await expect.poll(() => outboxOf(alice.page)).toEqual([]);
});

test("a conversation is found, put away, brought back, and deleted with an X", async () => {
  await alice.page.keyboard.press("Escape");
  await expect(chat(alice)).toBeHidden();
  // Where there is no room for two panes, a chat lies over the page.
  await bob.page.setViewportSize({ width: 1_000, height: 800 });
  await expect(chat(bob)).toBeVisible();
  await bob.page.mouse.click(5, 300);
  await expect(chat(bob)).toBeHidden();
  await bob.page.setViewportSize(DESKTOP);
  await bob.visits(`/intexted?profileId=${alice.profileId}`);
  await expect(field(bob)).toBeVisible();
  for (const words of ["OFFLINE two", "BOB"]) {
    await alice.page.getByPlaceholder("Search messages...").fill(words);
    await expect(rowOf(alice, "bob")).toBeVisible();
  }
  await alice.page.getByPlaceholder("Search messages...").fill("nobody wrote this");
  await expect(alice.page.getByText("Nothing found")).toBeVisible();
  await expect(alice.page.getByText(NOT_SEARCHED)).toBeVisible();
  await alice.page.getByPlaceholder("Search messages...").fill("");

  await button(alice, "Archived conversations").click();
  await expect(alice.page.getByText("No archived conversations")).toBeVisible();
  await button(alice, "Archived conversations").click();
  await picks("Archive Conversation");
  await rowOf(alice, "bob")
    .getByRole("button", { name: /^Bob .*@bob/ })
    .click();
  await expect(alice.page.getByText("Archived until the next message.")).toBeVisible();
  await expect(alice.page.getByText("No messages yet")).toBeVisible();
  await alice.page.getByPlaceholder("Search messages...").fill("bob");
  await expect(rowOf(alice, "bob")).toContainText("Archived");
  await alice.page.getByPlaceholder("Search messages...").fill("");
  await button(alice, "Archived conversations").click();
  for (const words of ["Moved to the inbox.", "Archived until the next message."]) {
    await picks("Archive Conversation");
    await expect(alice.page.getByText("archive or unarchive.")).toBeVisible();
    await rowOf(alice, "bob")
      .getByRole("button", { name: /^Bob .*@bob/ })
      .click();
    await expect(alice.page.getByText(words)).toBeVisible();
    await button(alice, "Archived conversations").click();
  }
  await expect(rowOf(alice, "bob")).toBeVisible();
  await button(alice, "Archived conversations").click();
  await writes(bob, "Are you there?");
  await expect(rowOf(alice, "bob")).toContainText("Are you there?");

  await choose().click();
  await expect(pad().getByText("Draw an X to delete the conversation")).toBeVisible();
  await isAccessible(alice.page, "the pad");
  await alice.page.setViewportSize({ width: 360, height: 740 });
  const canvas = pad().getByRole("img");
  expect(await canvas.boundingBox()).toMatchObject({ width: 300, height: 300 });
  expect(await canvas.evaluate(({ parentElement: box }) => box && box.scrollWidth - box.clientWidth)).toBe(0);
  await alice.page.setViewportSize(PHONE);
  await alice.page.mouse.click(5, 5);
  await expect(pad()).toBeHidden();
  await choose().click();
  for (const slip of [X.slice(0, 2), CIRCLE]) {
    await draws(pad(), slip);
    await expect(pad()).toBeHidden();
    await expect(rowOf(alice, "bob")).toBeVisible();
    await choose().click();
  }
  await expect(pad().getByText("Draw it in one stroke.")).toBeVisible();
  await button(alice, "Cancel").click();
  await picks("Delete Conversation");
  await rowOf(alice, "bob")
    .getByRole("button", { name: /^Bob .*@bob/ })
    .click();
  await draws(pad(), X);
  await expect(pad()).toBeHidden();
  await expect(alice.page.getByText("No messages yet")).toBeVisible();
  await expect(button(alice, "Undo")).toBeFocused();
  await isAccessible(alice.page, "a deletion that can be undone");
  await button(alice, "Undo").click();
  await expect(rowOf(alice, "bob")).toContainText("Are you there?");
  await choose().click();
  await draws(pad(), X);
  await expect(alice.page.getByText("No messages yet")).toBeVisible();

  await writes(bob, "A new beginning");
  await opens(alice, "bob");
  await expect(message(alice, "A new beginning")).toBeVisible();
  await expect(alice.page.getByRole("region", { name: "Messages" }).getByRole("listitem")).toHaveCount(1);
  await alice.page.keyboard.press("Escape");
  await choose().press("Enter");
  await pad().getByRole("button", { name: "Delete without drawing" }).press("Enter");
  await expect(pad()).toBeHidden();
  await expect(alice.page.getByText("No messages yet")).toBeVisible();
  await expect(button(alice, "Undo")).toBeHidden({ timeout: 10_000 });
});

test("a circle holds twelve, and the next one is a step away", async () => {
  asks(inflow, 14);
  await alice.visits("/intexted");
  await alice.page.getByRole("tab", { name: "SyncFlow Bucket" }).click();
  await expect(alice.page).toHaveURL(/tab=syncflows$/);
  const faces = alice.page.getByRole("button", { name: /^@asker/ });
  await expect(faces).toHaveCount(12);
  await isAccessible(alice.page, "a full circle");
  await button(alice, "next").click();
  await expect(faces).toHaveCount(2);
  await button(alice, "prev").click();
  await faces.nth(3).hover();
  await expect(faces.nth(3)).toHaveAttribute("aria-pressed", "true");
  await button(alice, "Syncflow").click();
  await expect(alice.page.getByRole("region", { name: "You're in Flow!" })).toBeVisible();
  await button(alice, "Got it!").click();
  await expect(alice.page.getByText("13 in all")).toBeVisible();

  await alice.page.getByRole("tab", { name: /^Inbox/ }).click();
  await expect(alice.page.getByRole("listitem").getByRole("link", { name: /@/ })).toHaveText([/@asker/]);
  await writes(bob, "I am on top again");
  await expect(alice.page.getByRole("listitem").getByRole("link", { name: /@/ })).toHaveText([
    /@bob/,
    /@asker/,
  ]);
});

test("a message that is refused says so, and arrives when it is tried again later", async () => {
  const road = await roadOf(bob.page.context());
  await bob.page.reload();
  await expect(field(bob)).toBeVisible();
  await road.cut();
  for (const words of ["Are we still in flow?", "Never mind"]) await writes(bob, words);
  await alice.call("mutation", "profiles:breakFlow", { profileId: alice.profileId, otherId: bob.profileId });
  await road.mend();
  const refused = chat(bob)
    .getByRole("alert")
    .filter({ hasText: "You can only send messages to members you are in flow with." });
  await expect(refused).toHaveCount(2);
  await isAccessible(bob.page, "messages that were refused");
  await button(bob, "Close").click();
  await expect(rowOf(bob, "alice")).toContainText("Not sent: Never mind");
  await staysWhenAsked(bob, "2 unsent messages");
  await bob.page.getByRole("link", { name: "@alice" }).click();
  await lineOf(bob, "Never mind").getByRole("button", { name: "Discard" }).click();
  await expect(refused).toHaveCount(1);
  await comeIntoFlow(bob, alice);
  // It is said over all, and whatever is pressed in that moment is not heard.
  await button(bob, "Got it!").dispatchEvent("click");
  await expect(button(bob, "Got it!")).toBeHidden();
  await lineOf(bob, "Are we still in flow?").getByRole("button", { name: "Try again" }).click();
  await expect(refused).toBeHidden();
  await expect(rowOf(alice, "bob")).toContainText("Are we still in flow?");
  await expect.poll(() => outboxOf(bob.page)).toEqual([]);
});

test("a block takes the conversation from both members, and unblocking lists it again, read-only", async () => {
  const pair = { blockerId: alice.profileId, blockedId: bob.profileId };
  const inboxes = [await alice.opensAnother("/intexted"), await bob.opensAnother("/intexted")];
  for (const page of inboxes) await expect(page.getByRole("main").getByText(/@(alice|bob)/)).toBeVisible();
  await expect(field(bob)).toBeVisible();
  await expect.poll(async () => Object.keys(await keptChatsOf(bob.page))).toContain(conversationId);

  await test.step("Bob's open chat shows what any chat shows that he has no access to", async () => {
    await alice.call("mutation", "profiles:blockUser", pair);
    await expect(chat(bob).getByText("Conversation not available")).toBeVisible();
    await expect(field(bob)).toBeHidden();
    await expect(bob.page.locator("body")).not.toContainText(/alice|deleted member|block/i);
    expect(await keptChatsOf(bob.page)).toEqual({});
    await isAccessible(bob.page, "a conversation that is not available");
  });

  await test.step("neither inbox lists it", async () => {
    for (const page of inboxes) await expect(page.getByText("No messages yet")).toBeVisible();
  });

  await test.step("unblocked, both read it again, and neither can write", async () => {
    await alice.call("mutation", "profiles:unblockUser", pair);
    for (const page of inboxes) await expect(page.getByRole("main").getByText(/@(alice|bob)/)).toBeVisible();
    await expect(chat(bob).getByText(TO_BE_READ)).toBeVisible();
    await expect(chat(bob)).toContainText("@alice");
    await expect(field(bob)).toBeHidden();
    await isAccessible(bob.page, "a chat that can only be read");
  });
  for (const page of inboxes) await page.close();
});

const NOT_SEARCHED =
  "No match in the names or in the last 100 messages of your 50 newest conversations. Older messages aren't searched.";
const choose = () => button(alice, "Choose the conversation with @bob");
const pad = () => alice.page.getByRole("dialog", { name: "Delete conversation" });

async function picks(words: string): Promise<void> {
  await button(alice, "Conversation menu").click();
  await alice.page.getByRole("menuitem", { name: words }).click();
}
