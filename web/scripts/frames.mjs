// Measures how smoothly the composer follows a finger: opens a photograph of twelve megapixels on a page as large as a
// phone's, drags sliders and the crop for some seconds each, and prints how long frames took, beside an empty page that
// is dragged over in the same way just before. What both have in common is the machine's.
// Usage: node scripts/frames.mjs PYTHON [SECONDS [SCALE]]
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { executablePath, FLAGS } from "./chromium.mjs";
import { LONG_MS, rowOf, watchFrames } from "./frame-times.mjs";
import { ROOT, withInflow } from "./inflow.mjs";

const [python = join(ROOT, ".venv/bin/python"), seconds = "4", scale = "2"] = process.argv.slice(2);
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: Number(scale), hasTouch: true };
const MEGAPIXELS = "12";
const SETTLED_MS = 4_000;
const STEP_PX = 5;

/** Each drag: its name, the preparation, the element, and the shares of its size between which the finger moves. */
const DRAGS = [
  ["a corner of the box", () => {}, "application:Crop box", [0.995, 0.995], [0.6, 0.6]],
  ["the crop box", shrink, "application:Crop box", [0.5, 0.5], [0.9, 0.7]],
  ["the photograph, zoomed in", zoomIn, "img:Your foto", [0.02, 0.02], [0.2, 0.2]],
  ["brightness", (page) => open(page, "ADJUST"), "slider:brightness", [0.5, 0.5], [0.9, 0.5]],
  ["contrast, over melt", (page) => filter(page, "melt"), "slider:contrast", [0.5, 0.5], [0.9, 0.5]],
  [
    "saturation, over outoffocus",
    (page) => filter(page, "outoffocus"),
    "slider:saturation",
    [0.5, 0.5],
    [0.1, 0.5],
  ],
];

const open = (page, tab) => page.getByRole("tab", { name: tab }).click();

async function filter(page, name) {
  await open(page, "FILTERS");
  await page.getByRole("radio", { name }).check();
  await open(page, "ADJUST");
}

async function shrink(page) {
  await page.getByRole("application", { name: "Crop box" }).focus();
  for (let press = 0; press < 12; press += 1) await page.keyboard.press("-");
}

async function zoomIn(page) {
  await page.getByRole("button", { name: "Reset crop" }).click();
  for (let press = 0; press < 5; press += 1) await page.getByRole("button", { name: "Zoom in" }).click();
}

/** Signs a member up in this page's browser, with the code from the development mailbox. */
async function signUp(page, origin) {
  const name = `frames_${randomBytes(3).toString("hex")}`;
  const email = `${name}@example.org`;
  const form = { email, username: name, fullName: "Fay Rames", password: "Low-Tide-of-1969" };
  const headers = { Origin: origin, "X-App": "1", "Sec-Fetch-Site": "same-origin" };
  const ask = async (path, data) => {
    const answer = await page.request.post(`${origin}/api/identity${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return answer.json();
  };
  const more = { dateOfBirth: "1990-01-01", termsAccepted: true };
  const { challengeId } = await ask("/sign-up", { ...form, ...more });
  let letter;
  while (!letter) {
    const letters = await (await page.request.get(`${origin}/dev/mailbox.json`)).json();
    letter = letters.find(({ to }) => to === email);
  }
  const [code] = `${letter.subject} ${letter.text}`.match(/\b\d{6}\b/);
  await ask("/sign-up/verify", { challengeId, code });
}

/** The two places on the page (pixels) that a finger goes between. */
async function wayOn(page, thing, ...shares) {
  const [role, name] = thing.split(":");
  const { x, y, width, height } = await page.getByRole(role, { name }).boundingBox();
  return shares.map(([across, down]) => ({ x: x + across * width, y: y + down * height }));
}

/** Goes to and fro between two places with the button down, and answers how long each frame took, in milliseconds. */
async function dragged(page, [one, other]) {
  const steps = Math.ceil(Math.hypot(other.x - one.x, other.y - one.y) / STEP_PX);
  await page.evaluate(watchFrames);
  await page.mouse.move(one.x, one.y);
  await page.mouse.down();
  const until = Date.now() + Number(seconds) * 1_000;
  for (let step = 1; Date.now() < until; step += 1) {
    const part = 1 - Math.abs(((step / steps) % 2) - 1);
    await page.mouse.move(one.x + part * (other.x - one.x), one.y + part * (other.y - one.y));
  }
  await page.mouse.up();
  return page.evaluate(() => globalThis.watched());
}

await withInflow(python, "run", { INFLOW_SCREENING: "off" }, async (origin, home) => {
  const photo = join(home, "photograph.jpg");
  execFileSync(python, [join(ROOT, "web/e2e/photograph.py"), "china.jpg", MEGAPIXELS, photo]);
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const context = await browser.newContext(PHONE);
  const empty = await context.newPage();
  const page = await context.newPage();
  await signUp(page, origin);
  await page.goto(`${origin}/post/fotos`);
  await page.getByLabel("Foto file").setInputFiles(photo);
  await page.getByText("Uploaded").waitFor();
  // The server is still at work on the other renditions, on the same processor.
  await page.waitForTimeout(SETTLED_MS);
  const rows = [];
  for (const [name, prepare, thing, ...shares] of DRAGS) {
    await page.bringToFront();
    await prepare(page);
    const way = await wayOn(page, thing, ...shares);
    await empty.bringToFront();
    rows.push(rowOf("an empty page", await dragged(empty, way)));
    await page.bringToFront();
    rows.push(rowOf(name, await dragged(page, way)));
  }
  console.table(rows);
  // Fails on a frame that a member would notice while dragging.
  if (rows.some((each) => each[`over ${LONG_MS} ms`] > 0)) process.exitCode = 1;
  await browser.close();
});
