import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { Judge } from "./judge";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { choose, photograph } from "./photographs";

let mail: MailServer;
let judge: Judge;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new MailServer();
  judge = await Judge.open();
  inflow = await Inflow.start(await mail.open(), judge.settings);
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(async () => {
  await inflow?.stop();
  await judge?.close();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a camera's 4:3 foto is kept whole in one tap, and posted whole", async ({ browser }) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;
  await alice.visits("/post/fotos");
  const box = page.getByRole("application", { name: "Crop box" });
  const keep = page.getByRole("button", { name: "Keep 4:3" });
  const shape = (name: string) => page.getByRole("radio", { name });

  await test.step("it starts as detected, at 90 percent", async () => {
    await choose(page, photograph(folder, "coffee.png", { shape: "4:3" }));
    await expect(shape("landscape 16:9")).toBeChecked();
    const [all, part] = [
      await page.getByRole("img", { name: "Your foto" }).boundingBox(),
      await box.boundingBox(),
    ];
    expect((part?.width ?? 0) / (all?.width ?? 1)).toBeCloseTo(0.9, 2);
    await isAccessible(page, "a foto that can be kept whole");
  });

  await test.step("one tap takes all of it", async () => {
    await keep.click();
    await expect(shape("horizontal 4:3")).toBeChecked();
    await expect(keep).toBeHidden();
    await expect(box).toBeFocused();
  });

  await test.step("what is posted has nothing cut off", async () => {
    await page.getByLabel("Alternative text").fill("Coffee");
    await alice.postToSphere.click();
    await expect(page).toHaveURL(/\/homefeed$/);
    const posted = `SELECT posts.ratio, media.cut -> 'wanted' ->> 'crop' FROM posts JOIN media ON media.id = posts.media_id`;
    const [ratio, crop] = inflow.byHand(posted).split("|");
    expect(ratio).toBe("horizontal");
    expect(JSON.parse(crop ?? "")).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
  await alice.leaves();
});

test("the two squares are told apart by a word, on a phone held upright as well", async ({ browser }) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = bob;
  await bob.visits("/post/fotos");
  await choose(page, photograph(folder, "coffee.png", { shape: "3:4" }));
  await expect(page.getByRole("button", { name: "Keep 3:4" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "horizontal 1:1, Square" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "landscape 2:2, Large" })).toBeVisible();
  await bob.leaves();
});

test("after a check that did not take place, one press restores the foto and its words, also after a reload", async ({
  browser,
}) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const { page } = carol;
  const caption = page.getByLabel("Caption");
  const altText = page.getByLabel("Alternative text");
  const restore = page.getByRole("button", { name: "Restore foto" });
  const understood = page.getByRole("button", { name: "Understood" });
  const isCleared = async () => {
    await expect(page.getByText("Choose a foto")).toBeVisible();
    for (const field of [caption, altText]) await expect(field).toHaveValue("");
  };
  await carol.visits("/post/fotos");
  await expect(page.getByText("Choose a foto")).toBeVisible();
  await expect(restore).toBeHidden();

  await test.step("the service is down: the form is cleared", async () => {
    const decide = judge.ponders();
    judge.fails();
    await choose(page, photograph(folder, "coffee.png"), false);
    await caption.fill("Morning");
    await altText.fill("A cup of coffee");
    await page.getByRole("radio", { name: "horizontal 4:3" }).check();
    decide();
    const warning = page.getByRole("dialog", { name: "Content Warning" });
    await expect(warning).toContainText("Unable to verify image content. Please try again.");
    await understood.click();
    await isCleared();
    await isAccessible(page, "a foto that can be restored");
  });

  await test.step("restored while the service is still down, it is cleared again and can be restored again", async () => {
    await restore.click();
    await expect(caption).toHaveValue("Morning");
    await understood.click();
    await isCleared();
  });

  await test.step("after a reload, with the service back, it is restored and posted", async () => {
    judge.finds({});
    await page.reload();
    await isCleared();
    await restore.click();
    await expect(caption).toHaveValue("Morning");
    await expect(altText).toHaveValue("A cup of coffee");
    await expect(page.getByRole("radio", { name: "horizontal 4:3" })).toBeChecked();
    await carol.postToSphere.click();
    await expect(page).toHaveURL(/\/homefeed$/);
    await expect(carol.foto("A cup of coffee")).toBeVisible();
  });

  await test.step("what was refused for its content cannot be restored", async () => {
    await carol.visits("/post/fotos");
    await expect(restore).toBeHidden();
    judge.finds({ sexual_display: 0.99 });
    await choose(page, photograph(folder, "rocket.jpg"), false);
    await understood.click();
    await isCleared();
    await expect(restore).toBeHidden();
    judge.finds({});
  });
  await carol.leaves();
});

test("a file that is too large is not offered to be tried again, because that cannot help @long", async ({
  browser,
}) => {
  const dave = await joins("Dave", { browser, inflow, mail, size: PHONE });
  const { page } = dave;
  await dave.visits("/post/fotos");
  const large = { name: "large.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(26 * 1024 * 1024) };
  await page.getByLabel("Foto file").setInputFiles(large);
  await expect(page.getByText("Error processing image: Image size must be less than 25MB")).toBeVisible();
  await expect(page.getByText("Change", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Try again" })).toBeHidden();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByText("Choose a foto")).toBeVisible();
  await dave.leaves();
});
