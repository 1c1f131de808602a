import { expect, type Locator, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choosesFor, choosesForComment } from "./postMenu";
import { countFollowed, hang, hangPictures } from "./wall";

const MANY = 2_000;
/** Drawn at once of a long wall, on either screen. */
const MOST_DRAWN = 90;
/** The most pages of a long wall that are subscribed to at once. */
const MOST_FOLLOWED = 16;
const DEEPEST = 15;

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
  hang(inflow, "alice", "Foto", { count: MANY, age: 3_600 });
  hang(inflow, "alice", "Fresh", { age: 60 });
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("a wall of two thousand fotos is read down, left and found again @long", async () => {
  const { page } = bob;
  await expect(bob.foto("Foto 1").first()).toBeVisible();
  await isAccessible(page, "feed");

  await test.step("only what is near the screen is drawn, however far one reads", async () => {
    await readsDownTo(page, 400);
    expect(await page.getByRole("listitem").count()).toBeLessThan(MOST_DRAWN);
  });

  const [place, foto] = await reading(page);
  await test.step("what is new waits, and what goes leaves its place", async () => {
    hang(inflow, "alice", "Newest");
    await expect(page.getByRole("button", { name: "1 new foto" })).toBeVisible();
    inflow.byHand("DELETE FROM posts WHERE id IN ('alice-Foto-1', 'alice-Foto-2', 'alice-Foto-5')");
    expect(await topOf(foto)).toBe(place);
  });

  await test.step("a foto opens over the wall; keys turn it, and back leads to the same place", async () => {
    const first = (await foto.getAttribute("alt")) ?? "";
    await foto.click();
    const popup = page.getByRole("dialog", { name: "Foto by @alice" });
    await expect(popup.getByRole("img", { name: first, exact: true })).toBeVisible();
    await page.keyboard.press("Control+ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(popup.getByRole("img", { name: after(first, 1), exact: true })).toBeVisible();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await expect(popup.getByRole("img", { name: after(first, -1), exact: true })).toBeVisible();
    await isAccessible(page, "post on a phone");
    await popup.getByRole("button", { name: "0 comments" }).click();
    await expect(page.getByText("No comments yet")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("No comments yet")).toBeHidden();
    await expect(popup).toBeVisible();
    await page.goBack();
    await expect(popup).toBeHidden();
    expect(await topOf(foto)).toBe(place);
  });

  await test.step("another screen and back, and a reload: the same foto is in the same place", async () => {
    const down = await page.evaluate(() => window.scrollY);
    await page.getByRole("link", { name: "FIND" }).click();
    await expect(page.getByRole("heading", { name: "FIND" })).toBeVisible();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(down));
    await page.reload();
    await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(Math.round(down));
  });
});

test("a wall is followed only where it is looked at, and what went elsewhere is not shown again @long", async () => {
  const { page } = bob;
  await bob.visits("/find");
  const followed = countFollowed(page, "posts:getCuratorPosts");
  await bob.visits("/homefeed");
  await expect(bob.foto("Fresh 1")).toBeVisible();
  await readsDownTo(page, 500);
  expect(followed.most).toBeGreaterThan(2);
  expect(followed.most).toBeLessThanOrEqual(MOST_FOLLOWED);

  inflow.byHand("DELETE FROM posts WHERE id = 'alice-Foto-300'");
  const gone = page.getByRole("main").getByRole("img", { name: "Foto 300", exact: true });
  const drawn: number[] = [];
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, -1_500));
    drawn.push(await gone.count());
    await expect(bob.foto("Foto 250").first()).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [100], timeout: 60_000 });
  expect(Math.max(...drawn)).toBe(0);

  await page.keyboard.press("Home");
  await expect(bob.foto("Fresh 1")).toBeInViewport();
  expect(followed.most).toBeLessThanOrEqual(MOST_FOLLOWED);
});

test("a foto by its own address: comments, replies and reactions on two screens", async () => {
  const address = "/homefeed?post=alice-Foto-3";
  await Promise.all([alice.visits(address), bob.visits(address)]);
  const [hers, his] = [alice, bob].map(({ page }) => page.getByRole("dialog", { name: "Foto by @alice" }));
  if (!hers || !his) throw new Error("two people, two dialogs");

  await test.step("Bob reacts; Alice sees the figure; the same again takes it back", async () => {
    await his.getByRole("button", { name: "graceful, 0" }).click();
    await expect(his.getByRole("button", { name: "graceful, 1" })).toHaveAttribute("aria-pressed", "true");
    await expect(hers.getByRole("button", { name: "graceful, 1" })).toHaveAttribute("aria-pressed", "false");
    await his.getByRole("button", { name: "errro, 0" }).click();
    await expect(hers.getByRole("button", { name: "errro, 1" })).toBeVisible();
    await his.getByRole("button", { name: "errro, 1" }).click();
    await expect(hers.getByRole("button", { name: "errro, 0" })).toBeVisible();
  });

  const thread = bob.page.getByRole("dialog", { name: "Comments" });
  await test.step("Bob comments; Alice reads it, is told, and replies to him", async () => {
    await his.getByRole("button", { name: "0 comments" }).click();
    await expect(thread.getByText("No comments yet")).toBeVisible();
    await expect(thread.getByRole("button", { name: "Send comment" })).toBeDisabled();
    await thread.getByLabel("Add a comment").fill(`  ${"x".repeat(99)}yz`);
    await expect(thread.getByLabel("Add a comment")).not.toHaveValue(/z/);
    await thread.getByLabel("Add a comment").fill("  Where is that?  ");
    await thread.getByLabel("Add a comment").press("Enter");
    await expect(hers.getByText("Where is that?", { exact: true })).toBeVisible();
    await expect(
      alice.page.getByRole("button", { name: "Notifications, 1 unread", includeHidden: true }),
    ).toBeAttached();
    await hers.getByRole("button", { name: "Reply" }).click();
    await hers.getByRole("button", { name: "Cancel reply" }).click();
    await hers.getByRole("button", { name: "Reply" }).click();
    await hers.getByLabel("Reply to @bob").fill("An hour north");
    await hers.getByRole("button", { name: "Send comment" }).click();
    await expect(hers.getByText("An hour north")).toBeVisible();
    await thread.getByRole("button", { name: "Show 1 reply" }).click();
    await expect(thread.getByText("An hour north")).toBeVisible();
    await expect(thread.getByRole("heading", { name: "Comments 2" })).toBeVisible();
    await isAccessible(bob.page, "comments on a phone");
    await isAccessible(alice.page, "post on a desktop");
  });

  await test.step("what is removed leaves a place while there are replies, and none after", async () => {
    await choosesForComment("bob", thread, "Delete comment");
    await isAccessible(bob.page, "deleting a comment");
    await bob.page.getByRole("button", { name: "Cancel", exact: true }).click();
    await choosesForComment("bob", thread, "Delete comment");
    await bob.page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(hers.getByText("[unavailable]")).toBeVisible();
    await expect(hers.getByText("Where is that?", { exact: true })).toBeHidden();
    await choosesForComment("alice", hers, "Delete comment");
    await alice.page.getByRole("button", { name: "Delete", exact: true }).click();
    await expect(thread.getByText("No comments yet")).toBeVisible();
    await expect(hers.getByRole("heading", { name: "Comments" })).toHaveText("Comments ");
  });

  await test.step("a thread ends at its deepest reply", async () => {
    let replyToId: string | null = null;
    const say = (content: string, to: string | null) =>
      bob.call<{ _id: string }>("mutation", "comments:create", {
        content,
        postId: "alice-Foto-3",
        userId: bob.userId,
        username: "bob",
        replyToId: to,
      });
    for (let depth = 0; depth <= DEEPEST; depth += 1) replyToId = (await say(`Word ${depth}`, replyToId))._id;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      await thread.getByRole("button", { name: "Show 1 reply" }).click();
      await expect(thread.getByText(new RegExp(`Word ${depth + 1}$`))).toBeVisible();
    }
    expect(await sidewaysOf(bob.page)).toBe(0);
    await thread.getByRole("button", { name: "Reply", exact: true }).last().click();
    await expect(thread.getByRole("alert")).toHaveText(
      "Maximum reply depth reached. Please start a new comment thread.",
    );
    await expect(thread.getByLabel("Add a comment")).toBeVisible();
  });

  await test.step("Alice takes the foto away while Bob looks at it", async () => {
    await thread.getByRole("button", { name: "Close comments" }).click();
    await expect(thread).toBeHidden();
    await expect(his).toBeVisible();
    await choosesFor(alice.page, "Delete foto");
    await alice.page.getByRole("button", { name: "Delete", exact: true }).last().click();
    await expect(bob.page.getByText("Foto not available")).toBeVisible();
    await bob.page.getByRole("button", { name: "Back" }).click();
    await expect(bob.page).toHaveURL(/\/homefeed$/);
    await expect(alice.page).toHaveURL(/\/homefeed$/);
  });
});

test("who one is, on one's own screens and on others'", async () => {
  await bob.visits(`/preview/${alice.profileId}`);
  await expect(bob.page.getByRole("heading", { name: "Alice Moreau" })).toBeVisible();

  await test.step("a quote is written where it stands", async () => {
    const { page } = alice;
    await unfoldsTools(page);
    const quote = page.getByRole("button", { name: /^Your quote/ });
    await quote.click();
    await expect(page.getByText("avoid writing something offensive")).toBeVisible();
    await page.getByLabel("Your quote").fill("Light first");
    await expect(page.getByText("11 / 100")).toBeVisible();
    await page.getByLabel("Your quote").press("Escape");
    await expect(quote).not.toContainText("Light first");
    await quote.click();
    await page.getByLabel("Your quote").fill("Light first");
    await page.getByLabel("Your quote").press("Enter");
    await expect(bob.page.getByText("Light first")).toBeVisible();
    await expect(quote).toBeFocused();
    await quote.click();
    await page.getByLabel("Your quote").fill("   ");
    await page.getByRole("heading", { name: "SCENIC" }).click();
    await expect(quote).toContainText("Light first");
  });

  await test.step("a picture changes for everybody, and what is none is refused", async () => {
    const { page } = alice;
    await alice.visits("/profile?tab=grids");
    await expect(page.getByRole("tab", { name: "GRIDS" })).toHaveAttribute("aria-selected", "true");
    const file = page.getByLabel("Profile photo file");
    await file.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await expect(page.getByText("Please upload an image file")).toBeVisible();
    await expect(page.getByText("Use a JPEG, PNG, WebP, AVIF or HEIC file.")).toBeVisible();
    await file.setInputFiles({
      name: "a.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.alloc(5 * 1024 * 1024),
    });
    await expect(page.getByText("Image size must be less than 5MB")).toBeVisible();
    await file.setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(500) });
    await expect(page.getByText("Failed to update profile image. Please try again.")).toBeVisible();
    const before = await bob.page.getByRole("main").locator("img").first().getAttribute("src");
    await alice.changesPhoto({ name: "a.png", mimeType: "image/png", buffer: await drawn(page) });
    await expect(bob.page.getByRole("main").locator("img").first()).not.toHaveAttribute("src", before ?? "");
    await isAccessible(page, "profile");
    await isAccessible(bob.page, "preview");
  });

  await test.step("who is looked for is found as one types", async () => {
    const { page } = bob;
    await page.getByRole("link", { name: "FIND" }).click();
    await expect(page.getByRole("heading", { name: "Suggested Users" })).toBeVisible();
    await isAccessible(page, "find");
    await page.getByPlaceholder("search a name").fill("nobody at all");
    await expect(page.getByText("No users found").first()).toBeVisible();
    crowd();
    await page.getByPlaceholder("search a name").fill("MOREA");
    await expect(page.getByRole("search").getByRole("link")).toHaveCount(2);
    await page.getByPlaceholder("search a name").fill("crowd");
    await expect(page.getByRole("search").getByRole("link")).toHaveCount(4);
    await page.getByRole("button", { name: "View All" }).click();
    const all = page.getByRole("dialog", { name: "All Profiles" });
    await expect(all.getByRole("link")).toHaveCount(6);
    await isAccessible(page, "all profiles");
    await page.goBack();
    await expect(all).toBeHidden();
    await expect(page).toHaveURL(/\/find$/);
    await bob.visits("/cue");
    await page.getByPlaceholder("Search users to cue...").fill("crowd");
    await page.getByRole("button", { name: "View All" }).click();
    await expect(all.getByRole("button", { name: "Syncflow" })).toHaveCount(6);
    await page.goBack();
    await expect(all).toBeHidden();
  });

  await test.step("who is not there, and the other spelling, lead to the feed", async () => {
    const { page } = bob;
    await bob.visits("/preview/nobody");
    await expect(page.getByText("Profile not found")).toBeVisible();
    await expect(page).toHaveURL(/\/homefeed$/);
    await bob.visits("/homeFeed");
    await expect(page).toHaveURL(/\/homefeed$/);
    await unfoldsTools(page);
    await page.getByRole("button", { name: "Cue", exact: true }).click();
    await expect(page.getByText("No posts to display")).toBeVisible();
    await page.reload();
    await unfoldsTools(page);
    await expect(page.getByRole("button", { name: "Cue", exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
    await expect(page.getByText("No posts to display")).toBeVisible();
    await page.getByRole("button", { name: "Cue", exact: true }).click();
    await expect(bob.foto("Fresh 1")).toBeVisible();
  });
});

test("a flick opens over its wall, and who earns the badge is a curator at once", async () => {
  const { page } = bob;
  await bob.visits("/sphere");
  await expect(bob.foto("Fresh 1")).toBeVisible();
  inflow.byHand("UPDATE posts SET is_video = true WHERE id = 'alice-Foto-7'");
  await page.getByRole("tab", { name: "FLICKS" }).click();
  await page.getByRole("button", { name: /^Foto 7/ }).click();
  const flick = page.getByRole("dialog", { name: "Flick by @alice" });
  await expect(flick.getByRole("button", { name: "Comment" })).toBeDisabled();
  await expect(flick.getByRole("button", { name: "Highlight" })).toBeDisabled();
  await isAccessible(page, "flick");
  await page.keyboard.press("Escape");
  await expect(flick).toBeHidden();

  inflow.byHand("UPDATE posts SET is_video = true WHERE id LIKE 'alice-Foto-1%'");
  await readsDownTo(page, 200);
  expect(await page.getByRole("listitem").count()).toBeLessThan(MOST_DRAWN);
  inflow.byHand("UPDATE posts SET is_video = true WHERE id = 'alice-Fresh-1'");
  await page.getByRole("button", { name: "1 new flick" }).click();
  await expect(page.getByRole("button", { name: /^Fresh 1/ })).toBeInViewport();
  inflow.byHand(
    `INSERT INTO aura (user_id, has_badge, badge_since) VALUES ('${alice.userId}', true, now())
     ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = now()`,
  );
  await bob.visits("/curators");
  await expect(page.getByRole("link", { name: /Alice Moreau.*SCENIC/ })).toBeVisible();
  await isAccessible(page, "curators");
});

test("a curator's card, and every other place of a picture that does not load, shows the default one", async () => {
  const { page } = bob;
  const broken = "/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/1080.jpg";
  inflow.byHand(`UPDATE users SET image_url = '${broken}' WHERE username = '${alice.username}'`);
  await page.route(/\/aaaaaaaaaaaaaaaaaaaaaaaaaa\//, (route) => route.fulfill({ status: 404 }));
  await bob.visits("/curators");
  const card = page.getByRole("link", { name: /Alice Moreau.*SCENIC/ });
  const portrait = card.locator("img").last(); // after their newest fotos
  await expect(portrait).toHaveAttribute("src", "/default-avatar.png");
  const width = (image: HTMLImageElement) => image.naturalWidth;
  await expect.poll(() => portrait.evaluate(width)).toBeGreaterThan(0);
});

/** Scrolls down as a reader does until so many of the wall's fotos have been read past. */
async function readsDownTo(page: Page, count: number): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollBy(0, 4_000));
    const places = page.getByRole("listitem").last();
    expect(Number(await places.getAttribute("aria-posinset"))).toBeGreaterThan(count);
  }).toPass({ intervals: [100], timeout: 30_000 });
}

/** A foto in the middle of the screen, and how far from the top. */
async function reading(page: Page): Promise<[number, Locator]> {
  const alt = await page.evaluate(() => {
    const seen = document.elementsFromPoint(innerWidth / 2, innerHeight / 2).map((one) => one.closest("li"));
    return seen.find(Boolean)?.querySelector("img")?.alt ?? "";
  });
  const foto = page.getByRole("main").getByRole("img", { name: alt, exact: true });
  return [await topOf(foto), foto];
}

const topOf = (foto: Locator) => foto.evaluate((image) => Math.round(image.getBoundingClientRect().top));

const after = (name: string, steps: number) =>
  name.replace(/\d+$/, (figure) => String(Number(figure) + steps));

const sidewaysOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** A photograph that needs no file: a wide one, so that it has to be cropped to a square. */
async function drawn(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 400 });
    const pen = canvas.getContext("2d");
    for (let x = 0; pen && x < 640; x += 1) {
      pen.fillStyle = `hsl(${x} 60% 50%)`;
      pen.fillRect(x, 0, 1, 400);
    }
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** Inserts six members of one name with SQL. */
function crowd(): void {
  inflow.byHand(`
    INSERT INTO users (id, clerk_id, email, username, full_name, date_of_birth, nook)
    SELECT 'crowd' || number, 'crowd' || number, 'crowd' || number || '@example.org', 'crowd' || number, 'Crowd ' || number,
      '1990-01-01', 'scenic' FROM generate_series(1, 6) AS number;
    INSERT INTO profiles (id, user_id) SELECT 'crowd' || number, 'crowd' || number FROM generate_series(1, 6) AS number;
    INSERT INTO profile_words (user_id, place, initial, word)
    SELECT 'crowd' || number, 0, ascii('c'), 'crowd' || number FROM generate_series(1, 6) AS number`);
}
