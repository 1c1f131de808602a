import { expect, type Locator, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choosesForComment } from "./postMenu";
import { standingAt } from "./standing";
import { countFollowed, hang, hangPictures } from "./wall";

const FOTO = "alice-Foto-1";
const ADDRESS = `/homefeed?post=${FOTO}`;

let mail: MailServer;
let inflow: Inflow;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
  for (const { page } of [alice, bob]) await hangPictures(page);
  hang(inflow, "alice", "Foto");
  say(Array.from({ length: 13 }, (_, at) => `Word ${at + 1}`));
  say(
    Array.from({ length: 12 }, (_, at) => `Answer ${at + 1}`),
    "Word 13",
  );
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("what one says is in view when it is sent", async () => {
  const thread = await opens(bob);

  await test.step("a comment, from the end of the list", async () => {
    await thread.getByText("Word 1", { exact: true }).scrollIntoViewIfNeeded();
    await expect(thread.getByText("Word 13", { exact: true })).not.toBeInViewport();
    await thread.getByLabel("Add a comment").fill("Said from below");
    await thread.getByLabel("Add a comment").press("Enter");
    await expect(thread.getByText("Said from below")).toBeInViewport({ ratio: 1 });
    await expect(thread.getByLabel("Add a comment")).toHaveValue("");
    await expect(thread.getByRole("button", { name: /new comment/ })).toBeHidden();
  });

  await test.step("words that run the other way turn nothing around them", async () => {
    await thread.getByLabel("Add a comment").fill("שלום (1)");
    await thread.getByLabel("Add a comment").press("Enter");
    await expect(thread.getByText("שלום (1)")).toHaveCSS("unicode-bidi", "isolate");
  });

  await test.step("a web address, which is a link", async () => {
    await thread.getByLabel("Add a comment").fill("See (https://example.org/tide).");
    await thread.getByLabel("Add a comment").press("Enter");
    const link = thread.getByRole("link", { name: "example.org/tide", exact: true });
    await expect(link).toHaveAttribute("href", "https://example.org/tide");
    await expect(link).toHaveAttribute("rel", "noopener noreferrer nofollow");
    await expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
  });

  await test.step("a reply to what has more replies than are shown", async () => {
    await replyTo(thread, "Word 13").click();
    await thread.getByLabel("Reply to @alice").fill("Answered by Bob");
    await thread.getByLabel("Reply to @alice").press("Enter");
    await expect(thread.getByText("Answered by Bob")).toBeInViewport({ ratio: 1 });
    await expect(thread.getByText("Answer 10")).toBeVisible();
    await expect(thread.getByText("Answer 11")).toBeHidden();
    await thread.getByRole("button", { name: "Show more replies" }).click();
    await expect(thread.getByText("Answer 12")).toBeVisible();
    await expect(thread.getByText("Answered by Bob")).toHaveCount(1);
  });
});

test("a reply that stands at the end before its page has come changes when it is edited, and goes when it is deleted", async () => {
  const thread = await opens(bob);
  await replyTo(thread, "Word 13").click();
  await thread.getByLabel("Reply to @alice").fill("Said too soon");
  await thread.getByLabel("Reply to @alice").press("Enter");
  const own = thread.getByRole("listitem").filter({ hasText: /^@bob.*Said too (soon|late)/ });
  await choosesForComment("bob", own, "Edit");
  const editing = bob.page.getByRole("dialog", { name: "Edit comment" });
  await editing.getByLabel("Comment", { exact: true }).fill("Said too late");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(own).toContainText("Said too late");
  await expect(own).toContainText("edited");
  await choosesForComment("bob", own, "Delete comment");
  await expect(bob.page.getByText("This can't be undone.")).toBeVisible();
  await bob.page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(bob.page.getByText("Comment deleted.")).toBeVisible();
  await expect(own).toBeHidden();
});

test("a comment is edited for a quarter of an hour, and its readers see that at once", async () => {
  const thread = await opens(bob);
  await alice.visits(ADDRESS);
  const hers = alice.page.getByRole("dialog", { name: "Foto by @alice" });
  await thread.getByLabel("Add a comment").fill("A nise tide");
  await thread.getByLabel("Add a comment").press("Enter");
  const own = thread.getByRole("listitem").filter({ hasText: /^@bob.*A ni[cs]e tide/ });
  const editing = bob.page.getByRole("dialog", { name: "Edit comment" });
  const field = editing.getByLabel("Comment", { exact: true });
  await expect(hers.getByText("A nise tide")).toBeVisible();

  await choosesForComment("bob", own, "Edit");
  await expect(field).toHaveValue("A nise tide");
  await field.fill("A nice tide");
  await editing.getByRole("button", { name: "Save" }).click();

  await expect(editing).toBeHidden();
  await expect(own).toContainText("edited");
  const seen = hers.getByRole("listitem").filter({ hasText: /^@bob.*A nice tide/ });
  await expect(seen).toContainText("edited");
  await expect(hers.getByText("A nise tide")).toBeHidden();

  await choosesForComment("bob", own, "Edit");
  inflow.byHand(
    "UPDATE comments SET created_at = now() - interval '16 minutes' WHERE content = 'A nice tide'",
  );
  await field.fill("A rude tide");
  await editing.getByRole("button", { name: "Save" }).click();
  await expect(editing.getByRole("alert")).toHaveText("A comment can be edited for 15 minutes.");
  await expect(field).toHaveValue("A rude tide");
  await editing.getByRole("button", { name: "Cancel" }).click();
  await own.getByRole("button", { name: "More about @bob's comment" }).press("Enter");
  await expect(bob.page.getByRole("menuitem", { name: "Delete comment" })).toBeVisible();
  await expect(bob.page.getByRole("menuitem", { name: "Edit" })).toBeHidden();
  await bob.page.keyboard.press("Escape");
  // It stands elsewhere than where it was written, as no comment ever does.
  inflow.byHand("DELETE FROM comments WHERE content = 'A nice tide'");
});

test("nothing moves under the finger of somebody who reads further down, writes or answers", async () => {
  const thread = await opens(bob);
  const fresh = (count: number) =>
    thread.getByRole("button", {
      name: count === 1 ? "1 new comment" : `${count} new comments`,
      exact: true,
    });

  await test.step("who only looks sees what is new at once", async () => {
    say(["At once"]);
    await expect(thread.getByText("At once")).toBeInViewport();
  });

  await test.step("who answers", async () => {
    await replyTo(thread, "Word 13").click();
    await stays(replyTo(thread, "Word 13"), async () => {
      say(["While Bob answers"]);
      await expect(fresh(1)).toBeVisible();
      say(["And another"]);
      await expect(fresh(2)).toBeVisible();
    });
    await expect(thread.getByText("And another")).toBeHidden();
    await fresh(2).click();
    await expect(thread.getByText("And another")).toBeInViewport({ ratio: 1 });
    await thread.getByRole("button", { name: "Cancel reply" }).click();
  });

  await test.step("who writes, until it is sent", async () => {
    await thread.getByLabel("Add a comment").fill("Said meanwhile");
    await stays(replyTo(thread, "Word 13"), async () => {
      say(["While Bob writes"]);
      await expect(fresh(1)).toBeVisible();
    });
    await thread.getByLabel("Add a comment").press("Enter");
    await expect(thread.getByLabel("Add a comment")).toHaveValue("");
    await expect(thread.getByText("Said meanwhile")).toBeInViewport({ ratio: 1 });
    await expect(thread.getByText("While Bob writes")).toBeVisible();
  });

  await test.step("who reads further down; what goes leaves its place", async () => {
    await thread.getByText("Word 1", { exact: true }).scrollIntoViewIfNeeded();
    await stays(replyTo(thread, "Word 2"), async () => {
      say(["While Bob reads"]);
      await expect(fresh(1)).toBeVisible();
      inflow.byHand("DELETE FROM comments WHERE content = 'Word 4'");
      await expect(thread.getByText("[unavailable]")).toBeVisible();
    });
    await fresh(1).click();
    await expect(thread.getByText("While Bob reads")).toBeInViewport({ ratio: 1 });
    await expect(thread.getByText("[unavailable]")).toBeHidden();
  });
});

test("of hundreds of comments few are followed at once, and one gets to the first and back @long", async () => {
  const page = await alice.opensAnother("/homefeed");
  const followed = countFollowed(page, "comments:list");
  hang(inflow, "alice", "Much");
  inflow.byHand(`
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, created_at)
    SELECT 'much' || number, 'alice-Much-1', 'much' || number, 0, users.id,
      'Much ' || number || repeat(' and more', number % 9), now() + number * interval '1 millisecond'
    FROM users, generate_series(1, 400) AS number WHERE users.username = 'alice';
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content)
    SELECT 'below' || number, 'alice-Much-1', 'much398', 1, users.id, 'Below ' || number
    FROM users, generate_series(1, 2) AS number WHERE users.username = 'alice';
    UPDATE comments SET reply_count = 2 WHERE id = 'much398'`);
  await page.goto(`${inflow.origin}/homefeed?post=alice-Much-1`);
  const said = page.getByRole("dialog").getByRole("article");
  const shown = (words: string | RegExp) => said.filter({ hasText: words });
  await shown("Much 400").hover();
  await page.getByRole("button", { name: "Show 2 replies" }).click();
  await expect(shown("Below 2")).toBeVisible();
  const height = () => said.first().evaluate((one) => one.closest("section > div")?.scrollHeight ?? 0);

  await scrolls(page, 2_000, shown(/Much 1 and more(?! and)/));
  // The page of an unfolded thread stays subscribed all the while.
  expect(followed.most).toBeLessThanOrEqual(13);
  expect(await said.count()).toBeLessThanOrEqual(12 * 15);
  const tall = await height();
  await scrolls(page, -2_000, shown("Much 400"));
  expect(followed.most).toBeLessThanOrEqual(13);
  expect(Math.abs((await height()) - tall)).toBeLessThan(2);
  // Unfolded threads are still unfolded.
  await expect(shown("Below 2")).toBeVisible();
  await page.close();
});

test("how long ago it was goes on while one looks, on the wall and over it", async () => {
  const page = await alice.opensAnother("/homefeed");
  await page.clock.install();
  await page.goto(inflow.origin + ADDRESS);
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  const shown = [
    page.getByRole("listitem", { includeHidden: true }).filter({ has: page.getByAltText("Foto 1") }),
    popup.getByRole("link", { name: /Alice Moreau/ }),
    popup.getByRole("article").first(),
  ];
  for (const each of shown) await expect(each).toContainText(/just now|minutes? ago/);
  await page.clock.fastForward(3_600_000);
  for (const each of shown) await expect(each).toContainText("1 hour ago");
  await page.close();
});

test("what is half written is there until it is sent, and nobody else finds it", async () => {
  const { page } = alice;
  await alice.visits(ADDRESS);
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  const field = popup.getByLabel("Add a comment");
  const notes = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

  await test.step("after Escape, and after a reload", async () => {
    await field.fill("Half of a");
    await field.press("Escape");
    await expect(popup).toBeHidden();
    await alice.foto("Foto 1").click();
    await expect(field).toHaveValue("Half of a");
    await page.reload();
    await expect(field).toHaveValue("Half of a");
  });

  await test.step("with whom it answers, and not when it was sent", async () => {
    await replyTo(popup, "Word 13").click();
    await popup.getByLabel("Reply to @alice").fill("Half of an answer");
    await page.reload();
    await expect(popup.getByLabel("Reply to @alice")).toHaveValue("Half of an answer");
    await popup.getByLabel("Reply to @alice").press("Enter");
    await expect(field).toHaveValue("");
    await page.reload();
    await expect(field).toHaveValue("");
  });

  await test.step("not after one has logged out", async () => {
    await field.fill("Half of a word");
    await expect.poll(() => notes()).toContain("Half of a word");
    await alice.signsOut();
    expect(await notes()).not.toContain("Half of a word");
  });
});

/** Opens the comments of the foto, as a phone has them. */
async function opens({ page, visits }: Joined): Promise<Locator> {
  await visits.call(bob, ADDRESS);
  await page.getByRole("button", { name: /^\d+ comments$/ }).click();
  const thread = page.getByRole("dialog", { name: "Comments" });
  await expect(thread.getByText("Word 13", { exact: true })).toBeVisible();
  return thread;
}

/** Turns the wheel until something is seen. */
async function scrolls(page: Page, step: number, goal: Locator): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, step);
        return goal.evaluateAll(([one]) => {
          const { top = -1, bottom = -1 } = one?.getBoundingClientRect() ?? {};
          return bottom > 0 && top < window.innerHeight;
        });
      },
      { intervals: [50] },
    )
    .toBe(true);
}

const replyTo = (thread: Locator, words: string) =>
  thread
    .getByRole("article")
    .filter({ has: thread.page().getByText(words, { exact: true }) })
    .getByRole("button", { name: "Reply" });

/**
 * Where something stands does not change by what happens, but for a pixel: heights are fractions, and the browser keeps
 * the place of a list in whole pixels.
 */
async function stays(thing: Locator, happens: () => Promise<void>): Promise<void> {
  const before = await standingAt(thing);
  await happens();
  expect(Math.abs(((await thing.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(2);
}

/** Writes Alice's comments with SQL, the newest last: under her foto, or under another comment. */
function say(words: string[], to?: string): void {
  const rows = words.map((each, at) => `('${each}', ${at})`).join(", ");
  const parent = to ? `(SELECT id FROM comments WHERE content = '${to}')` : "'k' || md5(word)";
  inflow.byHand(`
    INSERT INTO comments (id, post_id, parent_id, depth, author_id, content, created_at)
    SELECT 'k' || md5(word), '${FOTO}', ${parent}, ${to ? 1 : 0}, users.id, word, now() + place * interval '1 millisecond'
    FROM users, (VALUES ${rows}) AS said (word, place) WHERE users.username = 'alice';
    UPDATE comments SET reply_count = (SELECT count(*) FROM comments below WHERE below.parent_id = comments.id AND below.depth > 0);`);
}
