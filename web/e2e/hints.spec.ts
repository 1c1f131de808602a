import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { DESKTOP, SIZES } from "./person";

const WORDS = [
  ["/sphere", "Sphere", "Everyone."],
  ["/cue", "Cue", "The people you are in flow with."],
  ["/find", "Syncflow", "A connection between two members."],
  ["/intexted", "Intexted", "Your messages"],
  ["/intexted?tab=syncflows", "Bucket", "The place of requests"],
  ["/flicks", "Flick", "A video."],
  ["/grid-creation", "Grid", "A collage"],
  ["/curators", "Curator", "A member who earned the badge"],
  ["/nooks", "Nook", "The kind of fotos"],
] as const;

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

const hintOf = (page: Page) => page.getByRole("note", { name: "A word of this app" });

for (const [device, size] of SIZES)
  test(`on a ${device}, a word of the app is explained on the first visit to its screen, and on no other${longUnless(device === "phone")}`, async ({
    browser,
  }) => {
    const alice = await joins(`Alice${device}`, { browser, inflow, mail, size });
    const { page } = alice;
    const hint = hintOf(page);
    for (const [path, word, words] of WORDS) {
      await alice.visits(path);
      await expect(hint).toContainText(`${word} ${words}`);
      await isAccessible(page, `the hint on ${path}`);
      await page.reload();
      await expect(page.getByRole("main")).not.toHaveAttribute("aria-busy");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(hint).toBeHidden();
    }
    await alice.leaves();
  });

test("a hint leaves the focus where it is, and closing it puts the focus where the screen begins", async ({
  browser,
}) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = bob;
  // What moves the focus is loaded after the first screen.
  await page.waitForLoadState("networkidle");
  await page.getByRole("link", { name: "SPHERE" }).click();
  await expect(hintOf(page)).toBeVisible();
  const heading = page.getByRole("heading", { level: 1, name: "Sphere" });
  await expect(heading).toBeFocused();
  const box = await hintOf(page).boundingBox();
  const below = await page.getByRole("region", { name: "Curators" }).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await hintOf(page).getByRole("button", { name: "Got it" }).press("Enter");
  await expect(hintOf(page)).toBeHidden();
  await expect(heading).toBeFocused();
  await bob.leaves();
});
