import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import {
  button,
  chat,
  comeIntoFlow,
  field,
  isStill,
  message,
  newestOf,
  outboxOf,
  placeOfMiddle,
  readsUpwards,
  roadOf,
  tellsALongStory,
  writes,
} from "./chatting";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { Mailroom } from "./mailroom";
import { DESKTOP, PHONE } from "./person";

test.describe.configure({ mode: "serial" });

let mail: Mailroom;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new Mailroom();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("25,000 messages: few are drawn, nothing jumps while one reads, and one gets to the first", async () => {
  const conversationId = await comeIntoFlow(bob, alice);
  await alice.visits(`/intexted?chat=${conversationId}`);
  await bob.visits(`/intexted?chat=${conversationId}`);
  // Not Bob, who is just being told that they are in flow, over all else.
  await writes(alice, "Low tide?");
  await expect(message(bob, "Low tide?")).toBeVisible();
  // With the chat open, all of it would be news, which is not read page by page.
  await alice.visits("/intexted");
  // More pages than the server follows queries for one connection.
  tellsALongStory(inflow, conversationId, 25_000);
  await expect.poll(() => newestOf(alice, conversationId)).toBeGreaterThan(25_000);
  await alice.visits(`/intexted?chat=${conversationId}`);
  const list = alice.page.getByRole("region", { name: "Messages" });
  await expect(chat(alice).getByText("[Message deleted]").last()).toBeVisible();
  await list.hover();
  await expect
    .poll(
      async () => {
        await alice.page.mouse.wheel(0, -3_000);
        return list.evaluate((element) => -element.scrollTop);
      },
      { intervals: [50] },
    )
    .toBeGreaterThan(15_000);
  for (let page = 0; page < 5; page += 1) {
    const { moved, grown } = await readsUpwards(list);
    expect(grown, `page ${page}`).toBeGreaterThan(1_000);
    expect(moved, `page ${page}`).toBeLessThan(2);
  }
  await expect.poll(() => isStill(list)).toBe(true);
  expect(await list.getByRole("listitem").count()).toBeLessThan(120);
  const before = await placeOfMiddle(list);
  await writes(bob, "New while you read above");
  await expect(button(alice, "new messages")).toBeVisible();
  const after = await list.locator(`[data-key="${before.key}"]`).boundingBox();
  expect(Math.abs((after?.y ?? 0) - before.y)).toBeLessThan(2);
  await button(alice, "new messages").click();
  await expect(message(alice, "New while you read above")).toBeInViewport();
  await expect(button(alice, "new messages")).toBeHidden();

  const first = list.getByText("Low tide?");
  await expect
    .poll(
      async () => {
        await list.evaluate((element) => {
          element.scrollTop = -element.scrollHeight;
        });
        return first.count();
      },
      { intervals: [20], timeout: 90_000 },
    )
    .toBe(1);
  await first.scrollIntoViewIfNeeded();
  expect(await list.getByRole("listitem").count()).toBeLessThan(120);
  await writes(bob, "New while you read the first");
  await expect(button(alice, "new messages")).toBeVisible();
  await expect(first).toBeInViewport();
  // What rests in between is there again when one looks at it.
  await list.evaluate((element) => {
    element.scrollTop = -element.scrollHeight / 2;
  });
  await expect(list.getByText("[Message deleted]").nth(30)).toBeVisible();
  await button(alice, "new messages").click();
  await expect(message(alice, "New while you read the first")).toBeInViewport();
});

test("what was refused of a conversation that is gone can be read once more, and discarded", async () => {
  const ends = { profileId: bob.profileId, otherId: alice.profileId };
  const conversationId = await bob.call<string>("mutation", "messages:openConversation", ends);
  await bob.visits(`/intexted?chat=${conversationId}`);
  const road = await roadOf(bob.page.context());
  await bob.page.reload();
  await expect(field(bob)).toBeVisible();
  await road.cut();
  await writes(bob, "Are you there?");
  inflow.byHand(`DELETE FROM conversations WHERE id = '${conversationId}'`);
  await road.mend();
  await expect(bob.page.getByRole("alert").getByText("This conversation is not here")).toBeVisible();
  await bob.visits("/intexted");
  await bob.page.getByRole("link", { name: "Not sent: Are you there?" }).click();
  await isAccessible(bob.page, "a conversation that is gone");
  await bob.page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(bob.page.getByText("Are you there?")).toHaveCount(0);
  expect(await outboxOf(bob.page)).toEqual([]);
});
