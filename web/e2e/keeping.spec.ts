import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { choose, photograph } from "./darkroom";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { Mailroom } from "./mailroom";
import { DESKTOP, PHONE } from "./person";

let mail: Mailroom;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  mail = new Mailroom();
  inflow = await Inflow.start(await mail.open());
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(async () => {
  await inflow?.stop();
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
