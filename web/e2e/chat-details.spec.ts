import { expect, type Locator, test } from "@playwright/test";
import { isAccessible } from "./axe";
import {
  button,
  chat,
  comeIntoFlow,
  draws,
  field,
  heightOf,
  lineOf,
  message,
  opens,
  roadOf,
  rowOf,
  writes,
  X,
} from "./chatting";
import { stopsClock } from "./clock";
import { Inflow } from "./inflow";
import { HEBREW, HEBREW_NAME, isIsolated } from "./isolated";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { swipe } from "./touch";

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
  conversationId = await comeIntoFlow(bob, alice);
  for (const [person, other] of [
    [alice, "bob"],
    [bob, "alice"],
  ] as const) {
    await person.visits("/intexted");
    await opens(person, other);
  }
  await writes(bob, "Low tide?");
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("web addresses are links for both, and nothing behind them is fetched", async () => {
  const asked: string[] = [];
  for (const { page } of [alice, bob]) page.on("request", (request) => asked.push(request.url()));
  await writes(alice, "The tide tables: https://example.org/tide.");
  for (const person of [alice, bob]) {
    const link = chat(person).getByRole("link", { name: "example.org/tide", exact: true });
    await expect(link).toHaveAttribute("href", "https://example.org/tide");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect(link).toHaveAttribute("target", "_blank");
  }
  const own = button(alice, "The tide tables: example.org/tide.");
  await expect(own).toBeEnabled();
  await isAccessible(alice.page, "a chat with a link");
  // Beside the link, which is above it.
  await own.click({ position: { x: 8, y: 8 } });
  await expect(button(alice, "Reply")).toBeVisible();
  await button(alice, "Delete").click();
  await expect(chat(bob).getByRole("link", { name: /example/ })).toHaveCount(0);
  expect(asked.filter((url) => url.includes("example.org"))).toEqual([]);
});

test("a writer whose connection breaks is not shown typing for long, nor when the chat is opened again", async () => {
  const road = await roadOf(bob.page.context());
  await bob.page.reload();
  await expect(field(bob)).toBeVisible();
  await field(bob).pressSequentially("At six");
  const typing = chat(alice).getByText("Bob is typing…");
  await expect(typing).toBeVisible();
  await road.cut();
  await expect(typing).toBeHidden({ timeout: 10_000 });
  await alice.page.reload();
  await expect(message(alice, "Low tide?")).toBeVisible();
  await expect(typing).toBeHidden();
  await road.mend();
  await field(bob).fill("");
  await expect(button(bob, "Send")).toBeDisabled();
});

test("a reader whose own connection breaks is not shown the other one typing", async () => {
  const road = await roadOf(alice.page.context());
  await alice.page.reload();
  await expect(message(alice, "Low tide?")).toBeVisible();
  await stopsClock(alice.page);
  const typing = chat(alice).getByText("Bob is typing…");
  // He is typing from his next signal on, and sends one every few seconds.
  const isShown = async () => {
    await field(bob).press("7");
    return typing.isVisible();
  };
  await expect.poll(isShown).toBe(true);
  await road.cut();
  await expect(typing).toBeHidden(); // though for this page no time has passed
  await alice.page.clock.resume();
  await road.mend();
  await field(bob).fill("");
  await expect(button(bob, "Send")).toBeDisabled();
});

test("messages of a minute share one visible time, and days are apart", async () => {
  await writes(alice, "The tide is out");
  await writes(alice, "Bring boots");
  await expect(message(bob, "Bring boots")).toBeVisible();
  inflow.byHand(`
    UPDATE messages SET created_at = date_trunc('minute', now() - interval '3 days')
    WHERE conversation_id = '${conversationId}' AND seq < (SELECT max(seq) FROM messages) - 1;
    UPDATE messages SET created_at = date_trunc('minute', now() - interval '1 day 1 minute') + (seq % 50) * interval '1 second'
    WHERE conversation_id = '${conversationId}' AND seq >= (SELECT max(seq) FROM messages) - 1`);
  await bob.page.reload();
  const timeOf = (words: string) => lineOf(bob, words).getByText("1 day ago");
  await expect(timeOf("Bring boots")).toBeVisible();
  expect(await heightOf(timeOf("Bring boots"))).toBeGreaterThan(8);
  // Screen readers get the time of each.
  expect(await heightOf(timeOf("The tide is out").locator(".."))).toBeLessThan(2);
  await expect(lineOf(bob, "The tide is out").getByText("Yesterday")).toBeVisible();
  await expect(lineOf(bob, "Bring boots").getByText("Yesterday")).toHaveCount(0);
  await isAccessible(bob.page, "a chat with messages of several days");
  await writes(bob, "I have two pairs");
  await expect(lineOf(bob, "I have two pairs").getByText("Today")).toBeVisible();
  await alice.page.reload();
  await expect(message(alice, "I have two pairs")).toBeVisible();
});

test("a swipe, a key and a screen reader reply to any message, also of the other member", async () => {
  await writes(alice, "Six or seven?");
  await expect(message(bob, "Six or seven?")).toBeVisible();

  await test.step("a finger pulls Bob's message aside; pulled too little, it only goes back", async () => {
    const target = chat(alice).getByText("Replying to: I have two pairs");
    await swipe(alice.page, message(alice, "I have two pairs"), 30);
    await swipe(alice.page, message(alice, "I have two pairs"), -80);
    await expect(target).toBeHidden();
    await swipe(alice.page, message(alice, "I have two pairs"), 80);
    await expect(target).toBeVisible();
    await expect(field(alice)).toBeFocused();
    await writes(alice, "Good");
    await expect(lineOf(bob, "Good")).toContainText("In reply to: I have two pairs");
  });

  await test.step("the key replies to the message that was clicked", async () => {
    await message(bob, "Six or seven?").click();
    await bob.page.keyboard.press("r");
    await expect(chat(bob).getByText("Replying to: Six or seven?")).toBeVisible();
    await expect(field(bob)).toHaveValue("");
    await writes(bob, "After supper");
    await expect(lineOf(alice, "After supper")).toContainText("In reply to: Six or seven?");
  });

  await test.step("the key replies to a member's own message, and a hidden button to another member's", async () => {
    await button(bob, "After supper").focus();
    await bob.page.keyboard.press("r");
    await expect(chat(bob).getByText("Replying to: After supper")).toBeVisible();
    await lineOf(bob, "Six or seven?").getByRole("button", { name: "Reply to this message" }).press("Enter");
    await expect(chat(bob).getByText("Replying to: Six or seven?")).toBeVisible();
    await isAccessible(bob.page, "a chat with a reply that is begun");
    await bob.page.keyboard.press("Escape");
  });
});

test("a message is edited for a quarter of an hour, and both members see that at once", async () => {
  const editingOf = ({ page }: Joined) => page.getByRole("dialog", { name: "Edit message" });
  const editedText = (person: Joined) => editingOf(person).getByLabel("Message", { exact: true });

  await test.step("with the keys, while the other member replies to it", async () => {
    await writes(bob, "Bring a lamq");
    await writes(bob, "And a towel"); // of the same minute, most likely: only the mark shows the time of the first
    await message(alice, "Bring a lamq").click();
    await alice.page.keyboard.press("r");
    await writes(alice, "Which one?");
    await button(bob, "Bring a lamq").press("Enter");
    await button(bob, "Edit").press("Enter");
    await expect(editedText(bob)).toHaveValue("Bring a lamq");
    await isAccessible(bob.page, "a message that is edited");
    await editedText(bob).press("End");
    await editedText(bob).press("Backspace");
    // Neither key is one of the chat's here.
    await bob.page.keyboard.type("pr");
    await editedText(bob).press("Backspace");
    await editingOf(bob).getByRole("button", { name: "Save" }).press("Enter");
    await expect(editingOf(bob)).toBeHidden();
    await expect(button(bob, "Bring a lamp")).toBeFocused();
    await expect(chat(bob).getByText("Replying to:")).toBeHidden();
    for (const person of [alice, bob]) {
      const edited = lineOf(person, "just now · edited");
      await expect(edited).toContainText("Bring a lamp");
      await expect(edited).toHaveCount(1);
      expect(await heightOf(edited.getByText("edited"))).toBeGreaterThan(8);
      await expect(lineOf(person, "Which one?")).toContainText("In reply to: Bring a lamp");
      await expect(chat(person).getByText("Bring a lamq")).toHaveCount(0);
    }
  });

  await test.step("with the mouse, the newest one: the inbox shows the new words", async () => {
    await expect(rowOf(bob, "alice")).toContainText("Which one?");
    await button(alice, "Which one?").click();
    await button(alice, "Edit").click();
    await editedText(alice).fill("The big one?");
    await editingOf(alice).getByRole("button", { name: "Save" }).click();
    await expect(lineOf(bob, "The big one?")).toContainText("edited");
    await expect(rowOf(bob, "alice")).toContainText("The big one?");
  });

  await test.step("not in its sixteenth minute, also where the dialog is open", async () => {
    await button(alice, "The big one?").click();
    await button(alice, "Edit").click();
    inflow.byHand(`
      UPDATE messages SET created_at = now() - interval '15 minutes 1 second'
      WHERE conversation_id = '${conversationId}' AND seq = (SELECT max(seq) FROM messages)`);
    await editedText(alice).fill("The small one?");
    await editingOf(alice).getByRole("button", { name: "Save" }).click();
    await expect(editingOf(alice).getByRole("alert")).toHaveText("A message can be edited for 15 minutes.");
    await expect(editedText(alice)).toHaveValue("The small one?");
    await editingOf(alice).getByRole("button", { name: "Cancel" }).click();
    await expect(message(alice, "The big one?")).toBeVisible();
    await expect(button(alice, "Delete")).toBeHidden();
    await button(alice, "The big one?").click();
    await expect(button(alice, "Delete")).toBeVisible();
    await expect(button(alice, "Edit")).toBeHidden();
    await button(alice, "The big one?").click();
  });
});

test("messages and names that run the other way turn nothing around them", async () => {
  const named = { profileId: alice.profileId, fullName: HEBREW_NAME };
  await alice.call("mutation", "profiles:updateProfile", named);
  const hebrew = (place: Locator) => place.getByText(HEBREW, { exact: true });

  await test.step("a message, for both and in the inbox, with the writer's name", async () => {
    await writes(alice, HEBREW);
    for (const person of [alice, bob]) await isIsolated(message(person, HEBREW));
    await isIsolated(hebrew(rowOf(bob, "alice")));
    for (const place of [rowOf(bob, "alice"), chat(bob).getByRole("link")])
      await isIsolated(place.getByText(HEBREW_NAME, { exact: true }));
  });

  await test.step("its beginning in a reply, while it is written and afterwards", async () => {
    await message(bob, HEBREW).click();
    await bob.page.keyboard.press("r");
    await isIsolated(hebrew(chat(bob).getByText("Replying to:")));
    await writes(bob, "Good evening");
    await isIsolated(hebrew(lineOf(alice, "Good evening")));
  });

  await test.step("a message with a link", async () => {
    await writes(alice, "שלום https://example.org/tide");
    for (const person of [alice, bob])
      await isIsolated(chat(person).getByText("שלום example.org/tide", { exact: true }));
  });

  await test.step("the name of a member who is typing", async () => {
    await field(alice).pressSequentially("At six");
    await isIsolated(chat(bob).getByText("is typing…").getByText("שרה", { exact: true }));
    await field(alice).fill("");
  });
});

test("a page that is closed while a deletion can be undone deletes nothing, one that goes on does", async () => {
  await alice.page.keyboard.press("Escape");
  await writes(bob, "Nothing is lost");
  await expect(rowOf(alice, "bob")).toContainText("Nothing is lost");
  const page = await alice.opensAnother("/intexted");
  await choose({ page }).click();
  await draws(pad({ page }), X);
  await expect(button({ page }, "Undo")).toBeVisible();
  await page.close();
  expect(await conversationsOfAlice()).toEqual([conversationId]);

  await choose().click();
  await draws(pad(), X);
  await expect(button(alice, "Undo")).toBeVisible();
  await alice.page.getByRole("link", { name: "Find", exact: true }).click();
  await expect.poll(conversationsOfAlice).toEqual([]);
  await alice.visits("/intexted");
});

const choose = (person: Pick<Joined, "page"> = alice) => button(person, "Choose the conversation with @bob");
const pad = ({ page }: Pick<Joined, "page"> = alice) =>
  page.getByRole("dialog", { name: "Delete conversation" });

async function conversationsOfAlice(): Promise<string[]> {
  const given = { profileId: alice.profileId };
  const { page } = await alice.call<{ page: { _id: string }[] }>("query", "messages:getConversations", given);
  return page.map(({ _id }) => _id);
}
