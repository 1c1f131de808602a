import { expect, test } from "@playwright/test";
import { whileWaiting } from "./answers";
import { isAccessible } from "./axe";
import {
  button,
  chat,
  comeIntoFlow,
  draws,
  field,
  heightOf,
  isStill,
  lineOf,
  message,
  movedSince,
  newestOf,
  outboxOf,
  placeOfMiddle,
  readsUpwards,
  roadOf,
  rowOf,
  tellsALongStory,
  writes,
  X,
} from "./chatting";
import { Inflow } from "./inflow";
import { HEBREW, isIsolated } from "./isolated";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { hasBelow, high, leapsToFirst, motionOf, readsAll, tellsOfAllKinds } from "./reading";
import { Wire } from "./screen-states/wire";
import { hangPictures } from "./wall";

const LATE = "The server has a problem. We're trying again. Messages you wrote after this one wait.";

test.describe.configure({ mode: "serial" });

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  await comeIntoFlow(bob, alice);
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("25,000 messages: few are drawn, nothing jumps while one reads, and one gets to the first @long", async () => {
  const conversationId = await beginAnew();
  await alice.visits(`/intexted?chat=${conversationId}`);
  await bob.visits(`/intexted?chat=${conversationId}`);
  // Not Bob: an announcement of their flow covers his screen at that moment.
  await writes(alice, "Low tide?");
  await expect(message(bob, "Low tide?")).toBeVisible();
  // With the chat open, all of it would be news, which is not read page by page.
  await alice.visits("/intexted");
  // More pages than queries that the server allows for one connection.
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
  expect(await movedSince(before, list)).toBeLessThan(2);
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
  // Pages in between are loaded again when they become visible.
  await list.evaluate((element) => {
    element.scrollTop = -element.scrollHeight / 2;
  });
  await expect(list.getByText("[Message deleted]").nth(30)).toBeVisible();
  await button(alice, "new messages").click();
  await expect(message(alice, "New while you read the first")).toBeInViewport();
});

test("300 messages of very different heights: read up and down, nothing jumps, and each is met once @long", async () => {
  const conversationId = await beginAnew();
  tellsOfAllKinds(inflow, conversationId, 300);
  await hangPictures(alice.page);
  await alice.visits(`/intexted?chat=${conversationId}`);
  const list = alice.page.getByRole("region", { name: "Messages" });
  const upwards = Array.from({ length: 300 }, (_, at) => 300 - at);
  expect(await readsAll(list, "up", 1)).toEqual(upwards);

  await alice.page.reload();
  await expect(message(alice, "word-298")).toBeVisible();
  await leapsToFirst(list);
  await expect.poll(() => isStill(list)).toBe(true);
  expect(await readsAll(list, "down", 300)).toEqual(upwards.toReversed());
});

test("whoever reads the end sees a message slide in, however high it is", async () => {
  const conversationId = await beginAnew();
  tellsOfAllKinds(inflow, conversationId, 60);
  await alice.visits(`/intexted?chat=${conversationId}`);
  await bob.visits(`/intexted?chat=${conversationId}`);
  const list = alice.page.getByRole("region", { name: "Messages" });
  await expect(message(alice, "word-56")).toBeVisible();
  const motion = await motionOf(alice.page);

  await test.step("one line: what stood at the end goes up from where it stood", async () => {
    await expect.poll(() => isStill(list)).toBe(true);
    await hasBelow(list, 0);
    await motion.stops();
    await writes(bob, "A low one");
    await expect(message(alice, "A low one")).toBeVisible();
    const way = await heightOf(lineOf(alice, "A low one"));
    await hasBelow(list, way);
    await motion.goesOn();
    await hasBelow(list, 0);
  });

  await test.step("from a little above the end as well, and far more lines than one sees", async () => {
    await list.hover();
    await alice.page.mouse.wheel(0, -60);
    await hasBelow(list, 60);
    await motion.stops();
    await writes(bob, high("A high one"));
    await expect(message(alice, "A high one")).toBeVisible();
    expect(await heightOf(lineOf(alice, "A high one"))).toBeGreaterThan(await heightOf(list));
    await hasBelow(list, 400);
    await motion.goesOn();
    await hasBelow(list, 0);
    await expect(button(alice, "new messages")).toBeHidden();
  });

  await test.step("whoever reads above stays there, and has a way to what is new", async () => {
    const ways = [() => button(alice, "new messages").click(), () => alice.page.mouse.wheel(0, 20_000)];
    for (const [at, toTheEnd] of ways.entries()) {
      await list.hover();
      await alice.page.mouse.wheel(0, -600);
      await hasBelow(list, 600);
      await expect.poll(() => isStill(list)).toBe(true);
      const before = await placeOfMiddle(list);
      await writes(bob, high(`Unseen ${at}`));
      await expect(button(alice, "new messages")).toBeVisible();
      expect(await movedSince(before, list)).toBeLessThan(2);
      await toTheEnd();
      await hasBelow(list, 0);
      await expect(button(alice, "new messages")).toBeHidden();
    }
  });

  await test.step("and what one writes oneself is seen, wherever one reads", async () => {
    await list.hover();
    await alice.page.mouse.wheel(0, -600);
    await hasBelow(list, 600);
    await writes(alice, "Seen it all");
    await hasBelow(list, 0);
    await expect(message(alice, "Seen it all")).toBeInViewport();
  });
});

test("a conversation that is deleted with an X is closed as a chat, and no other page shows it any more", async () => {
  const conversationId = await beginAnew();
  const place = `/intexted?chat=${conversationId}`;
  await bob.visits(place);
  await writes(bob, "Low tide?");
  await alice.visits(place);
  await expect(message(alice, "Low tide?")).toBeVisible();
  const other = { page: await alice.opensAnother("/intexted") };
  const pad = other.page.getByRole("dialog", { name: "Delete conversation" });
  const choose = button(other, "Choose the conversation with @bob");
  await choose.click();
  await button(other, "Cancel").click();
  await expect(pad).toBeHidden();

  // An open chat lies over everything else. Only while its code loads can a member reach the elements below it.
  const opensChat = async () => {
    await other.page.getByRole("link", { name: "@bob" }).click();
    await expect(other.page).toHaveURL(/\?chat=/);
  };
  await whileWaiting(other.page, "**/assets/*.js", opensChat, async () => {
    await expect(message(alice, "Low tide?")).toBeVisible();
    await choose.click();
    await draws(pad, X);
    await expect(pad).toBeHidden();
    await expect(rowOf(other, "bob")).toHaveCount(0);
    await expect(other.page).toHaveURL(/\/intexted$/);
    await expect(chat(alice).getByRole("alert")).toContainText("Conversation not available");
    await expect(message(alice, "Low tide?")).toHaveCount(0);
  });
  await expect(choose).toHaveCount(0);
  await expect(chat(other)).toHaveCount(0);
  await other.page.close();
});

test("what was refused of a conversation that is gone can be read once more, and discarded", async () => {
  const conversationId = await beginAnew();
  await bob.visits(`/intexted?chat=${conversationId}`);
  const road = await roadOf(bob.page.context());
  await bob.page.reload();
  await expect(field(bob)).toBeVisible();
  await road.cut();
  await writes(bob, HEBREW);
  inflow.byHand(`DELETE FROM conversations WHERE id = '${conversationId}'`);
  await road.mend();
  await expect(bob.page.getByRole("alert").getByText("Conversation not available")).toBeVisible();
  await bob.visits("/intexted");
  const refused = bob.page.getByRole("link", { name: `Not sent: ${HEBREW}` });
  await isIsolated(refused.getByText(HEBREW, { exact: true }));
  await refused.click();
  await isIsolated(bob.page.getByRole("dialog").getByText(HEBREW, { exact: true }));
  await isAccessible(bob.page, "a conversation that is gone");
  await bob.page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(bob.page.getByText(HEBREW)).toHaveCount(0);
  await expect.poll(() => outboxOf(bob.page)).toEqual([]);
});

test("a message that the server fails over for long says so, and lets the others go when it is discarded", async () => {
  const place = `/intexted?chat=${await beginAnew()}`;
  const wire = await Wire.of(alice.page);
  await alice.page.clock.install();
  await alice.visits(place);
  await bob.visits(place);
  await expect(field(alice)).toBeVisible();
  wire.refuses({ words: "A stumbling block" });
  for (const words of ["A stumbling block", "Behind it", "And behind that"]) await writes(alice, words);
  const late = lineOf(alice, "A stumbling block");
  await expect(late.getByRole("alert")).toContainText(LATE);
  await expect(late.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await isAccessible(alice.page, "a message that is late");
  await alice.page.clock.pauseAt((await alice.page.evaluate(() => Date.now())) + 10_000);
  const later = async () => {
    await alice.page.clock.runFor(1_000);
    return wire.refused;
  };
  await expect.poll(later, { intervals: [50] }).toBeGreaterThan(3);
  await expect(late.getByRole("alert")).toContainText(LATE);
  await expect(chat(alice).getByText("Sending…")).toHaveCount(2);
  await expect(message(bob, /behind/i)).toHaveCount(0);

  await late.getByRole("button", { name: "Discard" }).click();
  await expect(late).toHaveCount(0);
  const arrived = async () => {
    await alice.page.clock.runFor(1_000);
    return message(bob, /behind|block/i).allTextContents();
  };
  await expect.poll(arrived, { intervals: [50] }).toEqual(["Behind it", "And behind that"]);
  await expect(chat(alice).getByText("Sending…")).toHaveCount(0);
  await expect.poll(() => outboxOf(alice.page)).toEqual([]);
  await alice.page.clock.resume();
});

/** Nothing is left of what Alice and Bob wrote. */
function beginAnew(): Promise<string> {
  inflow.byHand("DELETE FROM conversations");
  const ends = { profileId: bob.profileId, otherId: alice.profileId };
  return bob.call<string>("mutation", "messages:openConversation", ends);
}
