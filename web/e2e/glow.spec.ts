import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";
import { choose, photograph } from "./photographs";
import { hang } from "./wall";

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="#e00"/></svg>';
/** Of some photograph. */
const THUMBHASH = "I/gVHYJ1i3hviHiYaIh4h3lQlwQ1";

let mail: MailServer;
let inflow: Inflow;
let folder: string;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a picture lights the black around it: on a profile, in the composer and behind the name of a nook @long", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;

  await test.step("the head of a profile", async () => {
    await alice.visits("/profile");
    const besides: Place = [PHONE.width / 2 - 90, 150];
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(isNeutral(await pixel(page, besides))).toBe(true);
    await page
      .context()
      .route(/\/media\//, (route) => route.fulfill({ contentType: "image/svg+xml", body: RED }));
    inflow.byHand("UPDATE users SET image_url = '/media/aaaaaaaaaaaaaaaaaaaaaaaaaa/320.jpg'");
    await page.reload();
    await expect.poll(async () => isReddish(await pixel(page, besides))).toBe(true);
  });

  await test.step("a nook's card", async () => {
    hang(inflow, "alice", "Low tide");
    await alice.visits("/nooks");
    const card = page.locator("label").filter({ has: page.getByRole("radio", { name: "SCENIC" }) });
    await expect(card.locator("img").first()).toBeVisible();
    inflow.byHand(`UPDATE media SET thumbhash = '${THUMBHASH}'`);
    await page.reload();
    await expect(card.locator("[style*='data:image']").first()).toBeVisible();
  });

  await test.step("the preview of the composer", async () => {
    await page.context().unroute(/\/media\//);
    await alice.visits("/post/fotos");
    await choose(page, photograph(folder, "flower.jpg"));
    await page.getByRole("tab", { name: "Filters" }).click();
    const { x, y } = (await page.getByRole("region", { name: "Foto" }).boundingBox()) ?? { x: 0, y: 0 };
    await expect.poll(async () => isNeutral(await pixel(page, [x + 4, y + 60]))).toBe(false);
  });
  await alice.leaves();
});

type Place = [x: number, y: number];
type Colour = [red: number, green: number, blue: number];

const isReddish = ([red, green, blue]: Colour) => red > green + 8 && red > blue + 8;
const isNeutral = ([red, green, blue]: Colour) =>
  Math.max(red, green, blue) - Math.min(red, green, blue) <= 4;

/** The colour that the page has at a place. */
async function pixel(page: Page, [x, y]: Place): Promise<Colour> {
  const file = await page.screenshot({ clip: { x, y, width: 1, height: 1 } });
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const pen = new OffscreenCanvas(1, 1).getContext("2d");
      pen?.drawImage(bitmap, 0, 0);
      const [red = 0, green = 0, blue = 0] = pen?.getImageData(0, 0, 1, 1).data ?? [];
      return [red, green, blue] as [number, number, number];
    },
    [...file],
  );
}
