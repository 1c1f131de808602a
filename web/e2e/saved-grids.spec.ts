import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { type Joined, joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";
import { between, SAME } from "./photographs";
import { swipe } from "./touch";
import { hang } from "./wall";

const SHAPES: Record<string, [number, number]> = {
  vertical: [360, 640],
  horizontal: [400, 400],
  landscape: [640, 360],
};
const LAYOUTS: [name: string, ...fotos: string[]][] = [
  ["vertical1", "vertical-1", "vertical-2", "vertical-3"],
  ["vertical2", "vertical-2", "vertical-3", "vertical-1"],
  ["vertical3", "vertical-3", "vertical-1", "vertical-2"],
  ["layout1", "vertical-1", "horizontal-1", "horizontal-2"],
  ["layout2", "vertical-2", "horizontal-2", "horizontal-3"],
  ["layout3", "vertical-3", "horizontal-3", "horizontal-1"],
  ["landscape", "landscape-1", "landscape-2"],
];
const LOOKS = { 1: "grauge", 2: "2004s", 3: "outoffocus" };

let mail: MailServer;
let inflow: Inflow;
let carol: Joined;

test.describe.configure({ mode: "serial" });

test.beforeAll(async ({ browser }) => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
  carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  for (const [shape, size] of Object.entries(SHAPES)) hang(inflow, "carol", shape, { count: 3, shape: size });
  inflow.byHand("UPDATE posts SET ratio = split_part(alt_text, ' ', 1)");
  await carol.page.context().route("**/media/**", (route) => {
    const shape = Object.keys(SHAPES).find((name) => route.request().url().includes(name)) ?? "vertical";
    const [width, height] = SHAPES[shape] ?? [1, 1];
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
      <linearGradient id="sky" x2="1" y2="1"><stop stop-color="#e62"/><stop offset="1" stop-color="#06c"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#sky)"/><circle cx="50%" cy="50%" r="60" fill="#fd8"/></svg>`;
    return route.fulfill({ contentType: "image/svg+xml", body });
  });
  for (const [layout, ...fotos] of LAYOUTS) {
    const imageIds = fotos.map((each) => `carol-${each}`);
    await carol.call("mutation", "grids:createGrid", {
      userId: carol.userId,
      layout,
      imageIds,
      imageUrls: [],
    });
  }
});

test.afterAll(async () => {
  await carol?.leaves();
  await inflow?.stop();
  await mail?.close();
});

test("each layout is saved as it is on the page, with the filters and adjustments of its fotos @long", async () => {
  for (const [number, filter] of Object.entries(LOOKS))
    inflow.byHand(`UPDATE posts SET filter = '${filter}' WHERE alt_text LIKE '% ${number}'`);
  inflow.byHand(
    "UPDATE posts SET brightness = 70, contrast = 120, saturation = 30 WHERE alt_text LIKE 'landscape %'",
  );
  await areSavedAsShown();
});

test("and so they are by a browser that cannot filter what it draws @long", async () => {
  const another = await carol.opensAnother("/homefeed");
  await another.addInitScript(() => Reflect.deleteProperty(CanvasRenderingContext2D.prototype, "filter"));
  await areSavedAsShown(another, 2);
  await another.close();
});

test("a finger turns a grid's fotos upwards and down, from fifty pixels on", async () => {
  const { page } = carol;
  await carol.visits("/profile?tab=grids");
  await page.getByRole("button", { name: "Next grid" }).click();
  await page.getByRole("link", { name: "Open grid 2", exact: true }).click();
  const popup = page.getByRole("dialog", { name: "Grid by @carol" });
  await popup.getByRole("button", { name: /^vertical 3/ }).click();
  const turns = (by: number, name: string) => swipe(page, popup.getByRole("img", { name }), by, "upwards");
  await expect(popup.getByText("1 / 3")).toBeVisible();
  // A swipe that is too short turns nothing; otherwise the next one would end further on.
  await turns(40, "vertical 3");
  await turns(60, "vertical 3");
  await expect(popup.getByText("2 / 3")).toBeVisible();
  await turns(-40, "horizontal 3");
  await turns(-60, "horizontal 3");
  await expect(popup.getByText("1 / 3")).toBeVisible();
});

/** The newest grids, one after the other, as their owner sees them and as they are saved. */
async function areSavedAsShown(page = carol.page, count = LAYOUTS.length): Promise<void> {
  await page.goto(`${inflow.origin}/profile?tab=grids`);
  for (const [index, [layout]] of LAYOUTS.toReversed().slice(0, count).entries()) {
    await page.getByRole("link", { name: `Open grid ${index + 1}`, exact: true }).click();
    const popup = page.getByRole("dialog", { name: "Grid by @carol" });
    const picture = popup.locator('[style*="--aspect"]');
    for (const image of await picture.getByRole("img").all())
      await expect(() => image.evaluate((one: HTMLImageElement) => one.decode())).toPass();
    const shown = await picture.screenshot({ animations: "disabled" });
    const arriving = page.waitForEvent("download");
    await popup.getByRole("button", { name: "Save as one picture" }).click();
    const saved = readFileSync(await (await arriving).path());
    expect(await between(page, shown, saved), layout).toBeLessThan(SAME);
    await page.keyboard.press("Escape");
    await expect(popup).toBeHidden();
    if (index + 1 < count) await page.getByRole("button", { name: "Next grid" }).click();
  }
}
