import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { HEBREW, HEBREW_NAME, isIsolated } from "./isolated";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { photograph } from "./photographs";
import { Wire } from "./screen-states/wire";
import { standingAt } from "./standing";
import { countFollowed, hang } from "./wall";

const FOTO = "alice-Foto-1";
const ADDRESS = `/homefeed?post=${FOTO}`;
const PLAYED_MS = 1_500;
/**
 * More members than queries that the server allows for one connection: loading them all by pages would take minutes.
 */
const CURATORS = 480;
/** Pages subscribed to at once: the first two, and those around the visible part. */
const FOLLOWED = 12;

let mail: MailServer;
let inflow: Inflow;
let folder: string;
let alice: Joined;
let bob: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  hang(inflow, "alice", "Foto");
  const said = { content: "Of mine", postId: FOTO, userId: alice.userId, username: "alice" };
  await alice.call("mutation", "comments:create", said);
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a name and a picture change on every page that is open", async () => {
  const preview = await bob.opensAnother(`/preview/${alice.profileId}`);
  await bob.visits(ADDRESS);
  const popup = bob.page.getByRole("dialog", { name: "Foto by @alice" });
  const pictures = [
    preview.getByRole("main").locator("img").first(),
    popup.getByRole("link", { name: /Alice/ }).locator("img"),
    popup.getByRole("article").locator("img"),
  ];
  const file = alice.page.getByLabel("Profile photo file");
  await alice.visits("/profile");

  await test.step("a name", async () => {
    await expect(preview.getByRole("heading", { name: "Alice Moreau" })).toBeVisible();
    const named = { profileId: alice.profileId, fullName: "Alice Renamed" };
    await alice.call("mutation", "profiles:updateProfile", named);
    await expect(preview.getByRole("heading", { name: "Alice Renamed" })).toBeVisible();
    await expect(popup.getByRole("link", { name: /Alice Renamed/ })).toBeVisible();
  });

  await test.step("a picture, of which the middle square is kept", async () => {
    for (const each of pictures) await expect(each).toHaveAttribute("src", "/default-avatar.png");
    await alice.changesPhoto(photograph(folder, "china.jpg"));
    for (const each of pictures) await expect.poll(() => ratioOf(each)).toBe(1);
  });

  await test.step("a telephone's HEIC, of which the browser cannot say what it is", async () => {
    const heic = photograph(folder, "astronaut.png", { kind: "heic" });
    const before = await pictures[0]?.getAttribute("src");
    await choosesNameless(file, heic);
    await expect(pictures[0] as Locator).not.toHaveAttribute("src", before ?? "");
  });

  await test.step("no file at all", async () => {
    await file.setInputFiles([]);
    await expect(alice.page.getByText("No file selected or user not found")).toBeVisible();
  });

  await test.step("where pictures do not load, the default one stands", async () => {
    await bob.page.route(/\/media\//, (route) => route.abort());
    await bob.page.reload();
    for (const each of pictures.slice(1)) await expect(each).toHaveAttribute("src", "/default-avatar.png");
  });
  await preview.close();
});

test("whoever comes back to their own wall has their quote from its first moment, and a new one at once", async () => {
  const own = await alice.opensAnother("/profile");
  const quoted = own.locator("main header q");
  const quotes = (quote: string) =>
    alice.call("mutation", "profiles:updateQuote", { profileId: alice.profileId, quote });
  await quotes("Slack water");
  await expect(quoted).toHaveText("Slack water");
  await own.addInitScript(() => {
    new MutationObserver(() => {
      if (!document.querySelector("main header h1") || document.documentElement.dataset.first) return;
      document.documentElement.dataset.first = document.querySelector("main header q")?.textContent ?? "none";
    }).observe(document, { childList: true, subtree: true });
  });
  await own.reload();
  await expect(quoted).toHaveText("Slack water");
  await expect(own.locator("html")).toHaveAttribute("data-first", "Slack water");
  await quotes("Spring tide");
  await expect(quoted).toHaveText("Spring tide");
  await own.close();
});

test("a quote that is left with Escape is kept nowhere", async () => {
  const preview = await bob.opensAnother(`/preview/${alice.profileId}`);
  await alice.visits("/homefeed");
  await unfoldsTools(alice.page);
  await alice.page.getByRole("button", { name: /^Your quote/ }).click();
  await alice.page.getByLabel("Your quote").fill("Never kept");
  await alice.page.getByLabel("Your quote").press("Escape");
  await expect(alice.page.getByRole("button", { name: /^Your quote/ })).toBeFocused();
  const named = { profileId: alice.profileId, fullName: "Alice Afterwards" };
  await alice.call("mutation", "profiles:updateProfile", named);
  await expect(preview.getByRole("heading", { name: "Alice Afterwards" })).toBeVisible();
  await expect(preview.getByRole("main")).not.toContainText("Never kept");
  await expect(alice.page.getByRole("main")).not.toContainText("Never kept");
  await preview.close();
});

test("a name, a quote and a caption that run the other way turn nothing around them", async () => {
  const caption = "ערב טוב (2)";
  const words = (place: Page | Locator, text: string) => place.getByText(text, { exact: true });
  const { profileId } = alice;
  await alice.call("mutation", "profiles:updateProfile", { profileId, fullName: HEBREW_NAME });
  await alice.call("mutation", "profiles:updateQuote", { profileId, quote: HEBREW });
  inflow.byHand(`UPDATE posts SET caption = '${caption}' WHERE id = '${FOTO}'`);
  const said = { postId: FOTO, userId: alice.userId, username: "alice", content: HEBREW };
  await alice.call("mutation", "comments:create", said);

  await test.step("on her profile", async () => {
    await bob.visits(`/preview/${profileId}`);
    const main = bob.page.getByRole("main");
    for (const text of [HEBREW_NAME, HEBREW, caption]) await isIsolated(words(main, text));
  });

  await test.step("under her foto", async () => {
    await bob.visits(ADDRESS);
    const popup = bob.page.getByRole("dialog", { name: "Foto by @alice" });
    for (const text of [HEBREW_NAME, caption, HEBREW]) await isIsolated(words(popup, text));
  });

  await test.step("among suggested members", async () => {
    await bob.visits("/find");
    const people = bob.page.getByRole("region", { name: "Suggested Users" });
    for (const text of [HEBREW_NAME, HEBREW]) await isIsolated(words(people, text));
  });

  await test.step("on her own feed", async () => {
    await alice.visits("/homefeed");
    await unfoldsTools(alice.page);
    const own = alice.page.getByRole("button", { name: /^Your quote/ });
    await isIsolated(words(own, `“${HEBREW}”`));
    await isIsolated(words(alice.page.getByRole("link"), HEBREW_NAME));
  });
});

test("a reaction shows before the server has heard of it, and plays for a moment", async () => {
  const page = await bob.opensAnother("/homefeed");
  const wire = await Wire.of(page);
  await page.goto(inflow.origin + ADDRESS);
  const graceful = page.getByRole("button", { name: /^graceful/ });
  await expect(graceful).toBeEnabled();
  await wire.isQuiet();
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  wire.waits();

  await graceful.click();

  await expect(graceful).toHaveAccessibleName("graceful, 1");
  await expect(graceful).toHaveAttribute("aria-pressed", "true");
  await page.clock.runFor(PLAYED_MS - 1);
  await expect(graceful).toHaveAttribute("data-played", "true");
  await page.clock.runFor(1);
  await expect(graceful).not.toHaveAttribute("data-played");
  await expect(graceful).toHaveAccessibleName("graceful, 1");
  wire.answers();
  await expect(graceful).toHaveAccessibleName("graceful, 1");
  // It has stopped for all of the browser's pages.
  await page.clock.resume();
  await page.close();
});

test("the dots of FIND lead to its panels", async () => {
  const page = await bob.opensAnother("/find");
  await page.setViewportSize(PHONE);
  for (const name of ["Curators", "NOOKS", "Suggested Users"]) {
    const dot = page.getByRole("button", { name, exact: true });
    await dot.click();
    await expect(page.getByRole("region", { name })).toBeInViewport();
    await expect(dot).toHaveAttribute("aria-current", "true");
  }
  await page.close();
});

test("hundreds of curators are read to the end without a stop", async () => {
  becomesCurator(...Array.from({ length: CURATORS }, (_, at) => `curator${at + 1}`));
  const page = await bob.opensAnother("/homefeed");
  const followed = countFollowed(page, "profiles:getCurators");
  const wire = await Wire.of(page);
  await page.goto(`${inflow.origin}/curators`);
  const cards = page.getByRole("main").getByRole("link", { name: /@curator/ });
  await expect(cards.first()).toBeVisible();
  await wire.isQuiet();
  wire.waits();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText("Loading curators")).toBeAttached();
  wire.answers();
  await readsAll(cards, CURATORS);
  expect(followed.most).toBeLessThanOrEqual(FOLLOWED);
  await isNotMoved(page, cards, () => becomesCurator("aaron"));
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("main").getByRole("link", { name: /@aaron/ })).toBeInViewport();
  await page.close();
});

test("who reads further down among those they are in flow with is moved by nobody who comes, and sees new names", async () => {
  inflow.byHand(`
    INSERT INTO connections (member_id, other_id, asked, created_at)
    SELECT pair[1], pair[2], false, now() - number * interval '1 minute'
    FROM users, generate_series(200, 349) AS number,
      LATERAL (VALUES (ARRAY[users.id, 'curator' || number]), (ARRAY['curator' || number, users.id])) AS pairs (pair)
    WHERE username = 'bob'`);
  const page = await bob.opensAnother("/cue?tab=cues");
  const people = page.getByRole("main").getByRole("link", { name: /@curator/ });
  await readsAll(people, 150);
  const last = await page.evaluate(() => scrollY);
  await page.mouse.wheel(0, -1_500);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(last);
  await isNotMoved(page, people, () =>
    inflow.byHand(`
      INSERT INTO connections (member_id, other_id, asked)
      SELECT one.id, other.id, false FROM users AS one, users AS other
      WHERE (one.username, other.username) IN (('alice', 'bob'), ('bob', 'alice'))`),
  );
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("main").getByRole("link", { name: /@alice/ })).toBeInViewport();
  await page.close();
});

test("everybody whom a search finds is read to the end, and how one stands to them with it", async () => {
  const page = await bob.opensAnother("/homefeed");
  const followed = countFollowed(page, "profiles:search");
  await page.goto(`${inflow.origin}/cue`);
  await page.getByPlaceholder("Search users to cue...").fill("curator");
  await page.getByRole("button", { name: "View All" }).click();
  const all = page.getByRole("dialog", { name: "All Profiles" });
  const people = all.getByRole("link", { name: /@curator/ });
  await readsAll(people, CURATORS);
  expect(followed.most).toBeLessThanOrEqual(FOLLOWED);
  await people.last().scrollIntoViewIfNeeded();
  await isNotMoved(page, people, () => undefined);
  await expect(all.getByRole("button", { name: "Syncflow" }).last()).toBeEnabled();
  await people.first().scrollIntoViewIfNeeded();
  await expect(all.getByRole("button", { name: "Syncflow" }).first()).toBeEnabled();
  await page.close();
});

/** Scrolls on until so many have been seen. Those that are far away are not there, and their room is. */
async function readsAll(people: Locator, count: number): Promise<void> {
  const read = new Set<string>();
  await expect(async () => {
    for (const each of await people.allTextContents()) read.add(each);
    await people.last().scrollIntoViewIfNeeded();
    expect(read.size).toBe(count);
  }).toPass({ intervals: [100], timeout: 60_000 });
}

/** Members by hand, with the badge; their ids are their usernames, by which the cards stand in order. */
const becomesCurator = (...usernames: string[]) =>
  inflow.byHand(`
    WITH names AS (SELECT unnest(ARRAY['${usernames.join("', '")}']) AS name),
      members AS (INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
        SELECT name, name, name || '@example.org', name, 'Curator', '1990-01-01', 'scenic' FROM names),
      walls AS (INSERT INTO profiles (id, user_id) SELECT name, name FROM names),
      words AS (INSERT INTO profile_words (user_id, place, initial, word) SELECT name, 0, ascii(name), name FROM names)
    INSERT INTO aura (user_id, has_badge, badge_since) SELECT name, true, now() FROM names`);

/**
 * The member in the middle of the screen stays in place while `happens` changes the list, and shows their new name at
 * once.
 */
async function isNotMoved(page: Page, people: Locator, happens: () => void): Promise<void> {
  const middle = await people.evaluateAll((links) => {
    const link = links.find((each) => each.getBoundingClientRect().top > innerHeight / 3);
    return link?.getAttribute("href")?.split("/").at(-1) ?? "";
  });
  const person = people.and(page.locator(`[href$="/${middle}"]`));
  const before = await standingAt(person);
  happens();
  inflow.byHand(`UPDATE users SET full_name = 'Of ${middle}' WHERE username = '${middle}'`);
  await expect(person).toContainText(`Of ${middle}`);
  expect(Math.abs(((await person.boundingBox())?.y ?? Number.NaN) - before)).toBeLessThan(2);
}

const ratioOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) =>
    image.src.endsWith("/default-avatar.png") ? 0 : image.naturalWidth / image.naturalHeight,
  );

/** Chooses a file as a browser does that does not know its kind. */
async function choosesNameless(field: Locator, path: string): Promise<void> {
  await field.evaluate(
    (input: HTMLInputElement, base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const chosen = new DataTransfer();
      chosen.items.add(new File([bytes], "IMG_0001.HEIC"));
      input.files = chosen.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
    readFileSync(path, "base64"),
  );
}
