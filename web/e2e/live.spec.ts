import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { comeIntoFlow } from "./chatting";
import { stopsClock } from "./clock";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choosesFor, postMenu } from "./postMenu";
import { hang, hangPictures } from "./wall";

const BADGE = (userId: string) => `
  INSERT INTO aura (user_id, has_badge, badge_since) VALUES ('${userId}', true, now())
  ON CONFLICT (user_id) DO UPDATE SET has_badge = true, badge_since = now()`;

const EMPTY = /^No (posts yet|posts to display|photos uploaded yet)$/;

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
});

test.afterAll(async () => {
  await alice?.leaves();
  await bob?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("what somebody posts and takes back shows on every open wall that it concerns, and on no other", async () => {
  await comeIntoFlow(alice, bob);
  inflow.byHand(BADGE(alice.userId));
  const everybodys = ["/homefeed", "/sphere", "/curators?tab=fotos"];
  const hers = `/preview/${alice.profileId}`;
  const open: Record<string, Page> = { "/profile": await alice.opensAnother("/profile") };
  for (const path of [...everybodys, "/cue", hers]) open[path] = await bob.opensAnother(path);
  const pages = Object.values(open);
  for (const page of pages) {
    await expect(page.getByText(EMPTY)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { unreloaded: true }));
  }
  const showing = (words: string) => async () => {
    const shown = Object.entries(open).map(async ([path, page]) => {
      const isThere = await page.getByRole("main").getByAltText(words).count();
      return isThere ? [path] : [];
    });
    return (await Promise.all(shown)).flat().sort();
  };

  hang(inflow, "alice", "For all");
  hang(inflow, "alice", "For the cue", { postType: "cue" });
  await expect.poll(showing("For all 1")).toEqual([...everybodys, "/profile", hers].sort());
  await expect.poll(showing("For the cue 1")).toEqual(["/homefeed", "/cue", "/profile", hers].sort());

  for (const postId of ["alice-For-all-1", "alice-For-the-cue-1"])
    await alice.call("mutation", "posts:deletePost", { postId });
  for (const page of pages) {
    await expect(page.getByText(EMPTY)).toBeVisible();
    expect(await page.evaluate(() => "unreloaded" in window)).toBe(true);
    await page.close();
  }
});

test("a caption that its author edits changes on another member's open screen", async () => {
  hang(inflow, "alice", "Reef");
  const [hers, his] = [
    await alice.opensAnother("/profile?post=alice-Reef-1"),
    await bob.opensAnother("/homefeed?post=alice-Reef-1"),
  ];
  await hers.setViewportSize({ width: 320, height: 640 });
  await his.evaluate(() => Object.assign(window, { unreloaded: true }));
  await expect(his.getByRole("dialog").getByAltText("Reef 1")).toBeVisible();
  await expect(postMenu(his)).toHaveCount(0);
  const edits = () => choosesFor(hers, "Edit");
  const dialog = hers.getByRole("dialog", { name: "Edit foto" });
  const field = dialog.getByLabel("Caption");

  await test.step("by keyboard, on a narrow screen, up to three hundred characters", async () => {
    await edits();
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription("0 / 300");
    await isAccessible(hers, "the dialog for the texts of a foto");
    expect(await hers.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    for (const name of ["Cancel", "Save"])
      await expect(dialog.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
    await field.fill("x".repeat(301));
    await expect(field).toHaveAccessibleDescription("300 / 300");
  });

  await test.step("Cancel leaves the foto as it is", async () => {
    await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(postMenu(hers)).toBeFocused();
  });

  for (const caption of ["Low tide", "High tide"])
    await test.step(`Save shows both of them "${caption}"`, async () => {
      await edits();
      await field.fill(caption);
      await dialog.getByRole("button", { name: "Save" }).press("Enter");
      await expect(dialog).toBeHidden();
      await expect(hers.getByText("Changes saved.")).toBeVisible();
      await expect(postMenu(hers)).toBeFocused();
      for (const page of [hers, his])
        await expect(page.getByRole("dialog").getByText(caption, { exact: true })).toBeVisible();
    });
  expect(await his.evaluate(() => "unreloaded" in window)).toBe(true);
  for (const page of [hers, his]) await page.close();
  await alice.call("mutation", "posts:deletePost", { postId: "alice-Reef-1" });
});

test("who earns the badge, and who loses it, is there and gone on the open boards of curators", async () => {
  inflow.byHand(`UPDATE aura SET has_badge = false, badge_since = NULL WHERE user_id = '${alice.userId}'`);
  const [board, cards] = [await bob.opensAnother("/sphere"), await bob.opensAnother("/curators")];
  await expect(board.getByText("No curators yet")).toBeVisible();
  await expect(cards.getByText("No curators yet")).toBeVisible();

  inflow.byHand(BADGE(alice.userId));
  await expect(cards.getByRole("link", { name: /Alice Moreau.*SCENIC/ })).toBeVisible();
  await expect(board.getByRole("region", { name: "Curators" }).locator("img")).toHaveCount(1);

  inflow.byHand(`UPDATE aura SET has_badge = false, badge_since = NULL WHERE user_id = '${alice.userId}'`);
  await expect(board.getByText("No curators yet")).toBeVisible();
  await expect(cards.getByText("No curators yet")).toBeVisible();

  await board.getByRole("link", { name: "See more" }).click();
  await expect(board).toHaveURL(/\/curators$/);
  await board.getByRole("navigation", { name: "Related pages" }).getByRole("link", { name: "Feed" }).click();
  await expect(board).toHaveURL(/\/homefeed$/);
  for (const page of [board, cards]) await page.close();
});

test("the arrows over a foto lead to its neighbours, which are there before one turns to them", async () => {
  hang(inflow, "alice", "Tide", { count: 3 });
  const page = await alice.opensAnother("/sphere");
  await page.getByAltText("Tide 2").click();
  const popup = page.getByRole("dialog", { name: "Foto by @alice" });
  await expect(popup.getByAltText("Tide 2")).toBeVisible();
  for (const beside of ["Tide 1", "Tide 3"]) await expect(popup.getByAltText(beside)).toBeAttached();
  const [newer, older] = ["Newer foto", "Older foto"].map((name) => popup.getByRole("button", { name }));

  await newer?.click();
  await expect(page).toHaveURL(/post=alice-Tide-1$/);
  await expect(popup.getByAltText("Tide 1")).toBeVisible();
  await expect(newer ?? popup).toBeHidden();
  await older?.click();
  await older?.click();
  await expect(page).toHaveURL(/post=alice-Tide-3$/);
  await expect(popup.getByAltText("Tide 3")).toBeVisible();
  await expect(older ?? popup).toBeHidden();
  await page.close();
});

test("whoever opens the foto that they have just posted, and closes it, is left on the sphere", async () => {
  const page = await alice.opensAnother("/homefeed");
  await expect(page.getByAltText("Tide 2")).toBeVisible();
  // However slow the machine is, the moment in which the foto is shown does not pass.
  await stopsClock(page);
  await page.evaluate(() => {
    history.pushState(
      { usr: { hasPosted: true }, key: "posted", idx: (history.state?.idx ?? 0) + 1 },
      "",
      "/sphere",
    );
    dispatchEvent(new PopStateEvent("popstate"));
  });
  // The feed, which has the same foto, stays until the code of the sphere has come.
  await expect(page.getByRole("heading", { name: "SPHERE" })).toBeVisible();
  await page.getByAltText("Tide 2").click();
  await expect(page.getByRole("dialog", { name: "Foto by @alice" })).toBeVisible();
  await page.clock.resume();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(page).toHaveURL(/\/sphere$/);
  await page.close();
});

test("from FIND and the menu the ways lead where they say", async () => {
  const { page } = bob;
  for (const [panel, name, path] of [
    ["NOOKS", "homefeed", "/homefeed"],
    ["Curators", "view the curators", "/curators"],
  ] as const) {
    await bob.visits("/find");
    await page.getByRole("region", { name: panel, exact: true }).getByRole("link", { name }).click();
    await expect(page).toHaveURL(inflow.origin + path);
  }
  for (const [name, path] of [
    ["Fotos", "/post/fotos"],
    ["Flicks", "/post/flicks"],
    ["Settings", "/settings"],
  ] as const) {
    await bob.visits("/homefeed");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await expect(page).toHaveURL(inflow.origin + path);
  }
});
