import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { Person } from "./person";
import { hang } from "./wall";

/** Every ratio of a foto, with the size of the stored file. */
const SHAPES: Record<string, [width: number, height: number]> = {
  "4:3": [1080, 810],
  "3:4": [810, 1080],
  "1:1": [1080, 1080],
  "9:16": [608, 1080],
  "16:9": [1080, 608],
  "2:2": [1080, 1080],
  "2:1": [1080, 540],
};
const SIZES: [width: number, height: number][] = [
  [320, 640],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1280, 800],
  [1920, 1080],
];
/** Layout rounds to fractions of a pixel. */
const ROUNDING = 1;
/** What a phone keeps for the words around a foto. */
const WORDS = 206;
/** A screen that is no higher shows no field below the foto. */
const LOW = 700;
const COLUMN = 640;

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

test("a foto of any ratio is whole in the viewer, at every size of screen @long", async ({ browser }) => {
  const vera = await Person.arrives("Vera", browser, inflow);
  const { page } = vera;
  await vera.signsUp(mail);
  await vera.chooses("SCENIC");
  await drawShapes(page);
  for (const [ratio, shape] of Object.entries(SHAPES))
    hang(inflow, "vera", `Ratio ${nameOf(ratio)}`, { shape });

  for (const [ratio, [width, height]] of Object.entries(SHAPES)) {
    const words = `Ratio ${nameOf(ratio)} 1`;
    await vera.visits(`/homefeed?post=vera-${words.replaceAll(" ", "-")}`);
    const foto = page.getByRole("dialog").getByRole("img", { name: words, exact: true });
    for (const [wide, high] of SIZES) {
      await page.setViewportSize({ width: wide, height: high });
      await expect(foto).toBeInViewport({ ratio: 1 });
      await expect
        .poll(() => foto.evaluate(cutAway), `${ratio} at ${wide}×${high}`)
        .toBeLessThanOrEqual(ROUNDING);
      const size = await foto.evaluate(sizeIn, Math.min(0.7 * high, high - WORDS - 2 * ROUNDING));
      const place = `${ratio} at ${wide}×${high}: ${size.width}×${size.height}`;
      expect(Math.abs(size.width - (size.height * width) / height), place).toBeLessThan(2 * ROUNDING);
      expect(size.isLarge, place).toBe(true);
    }
  }
  await vera.leaves();
});

test("a foto leaves room for its reactions and the way to comment, and its words are no wider than a column", async ({
  browser,
}) => {
  const rosa = await Person.arrives("Rosa", browser, inflow);
  const { page } = rosa;
  await rosa.signsUp(mail);
  await rosa.chooses("SCENIC");
  await drawShapes(page);
  hang(inflow, "rosa", "Ratio 9x16", { shape: [608, 1080] });
  for (const [width, height] of [
    [320, 640],
    [390, 844],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await rosa.visits("/homefeed?post=rosa-Ratio-9x16-1");
    const reactions = page.getByRole("group", { name: "Reactions" });
    const write = page.getByRole("dialog").getByRole("button", { name: "Add a comment…" });
    const opens = page.getByRole("dialog").getByRole("button", { name: /comments$/ });
    for (const each of [reactions, opens, ...(height > LOW ? [write] : [])])
      await expect(each).toBeInViewport({ ratio: 1 });
    if (height <= LOW) continue;
    const { x = 0, width: wide = 0 } = (await write.boundingBox()) ?? {};
    expect(wide).toBeLessThanOrEqual(COLUMN);
    expect(Math.abs(2 * x + wide - width)).toBeLessThanOrEqual(2 * ROUNDING);
  }
  await rosa.leaves();
});

const nameOf = (ratio: string) => ratio.replace(":", "x");

/** Each picture in the shape that its address names, with a border at its very edge. */
const drawShapes = (page: Page) =>
  page.route(/\/media\/vera-Ratio-/, (route) => {
    const [, ratio = ""] = /Ratio-(\d+x\d+)-/.exec(route.request().url()) ?? [];
    const [width, height] = SHAPES[ratio.replace("x", ":")] ?? [1, 1];
    const edge = `x="10" y="10" width="${width - 20}" height="${height - 20}" stroke="#fd7" stroke-width="20"`;
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect ${edge} fill="#357"/></svg>`;
    return route.fulfill({ contentType: "image/svg+xml", body });
  });

/**
 * By how many pixels an element reaches beyond the nearest edge that clips it: its frame's, an ancestor's, or the
 * screen's.
 */
function cutAway(element: Element): number {
  const own = element.getBoundingClientRect();
  const edges = [new DOMRect(0, 0, innerWidth, innerHeight)];
  for (let around = element.parentElement; around; around = around.parentElement)
    if (getComputedStyle(around).overflow !== "visible") edges.push(around.getBoundingClientRect());
  const beyond = ({ left, top, right, bottom }: DOMRect) =>
    Math.max(left - own.left, top - own.top, own.right - right, own.bottom - bottom);
  return Math.max(...edges.map(beyond));
}

/** How large a foto is, and whether it is as wide as there is room, or higher than `most` pixels. */
function sizeIn(foto: Element, most: number) {
  const { width, height } = foto.getBoundingClientRect();
  const stage = foto.closest("picture")?.parentElement ?? foto;
  const { paddingLeft, paddingRight } = getComputedStyle(stage);
  const room = stage.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  return { width, height, isLarge: width > room - 1 || height > most };
}
