// Takes the pictures of README.md: starts the demo in a folder of its own, logs in as one of its members, on a desktop and
// on a phone, and writes docs/pictures. Usage: node scripts/pictures.mjs PYTHON
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { executablePath, FLAGS } from "./chromium.mjs";
import { ROOT, withInflow } from "./inflow.mjs";

const [python = join(ROOT, ".venv/bin/python")] = process.argv.slice(2);

/** Each picture's name, the device, the address, and the preparation. */
const PICTURES = [
  ["feed-desktop", "desktop", "/homefeed", () => {}],
  ["foto-desktop", "desktop", "/profile", openFoto],
  ["curators-desktop", "desktop", "/curators", () => {}],
  ["feed-phone", "phone", "/homefeed", () => {}],
  ["profile-phone", "phone", "/profile", () => {}],
  ["chat-phone", "phone", "/intexted", openChat],
];
const DEVICES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true },
};

async function openFoto(page) {
  await page
    .getByRole("main")
    .getByRole("link")
    .filter({ has: page.locator("img") })
    .nth(2)
    .click();
  await page.getByRole("dialog").waitFor();
}

async function openChat(page) {
  await page
    .getByRole("link", { name: /@jonas/ })
    .first()
    .click();
  await page.getByPlaceholder("Type a message...").waitFor();
}

async function logIn(page, origin) {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill("mara@example.org");
  await page.getByLabel("Password", { exact: true }).fill("Low-Tide-of-1969");
  await page.getByRole("button", { name: "LOGIN" }).click();
  await page.waitForURL("**/homefeed");
}

/** Every photograph that can be seen is there and has been faded in. */
async function settled(page) {
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.waitForTimeout(1_000);
}

await withInflow(python, "demo", {}, async (origin) => {
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  for (const [device, settings] of Object.entries(DEVICES)) {
    const page = await browser.newPage({ ...settings, colorScheme: "dark", reducedMotion: "reduce" });
    await logIn(page, origin);
    for (const [name, , place, prepare] of PICTURES.filter((each) => each[1] === device)) {
      await page.goto(origin + place);
      await settled(page);
      await prepare(page);
      await settled(page);
      await page.screenshot({ path: join(ROOT, "docs/pictures", `${name}.jpg`), type: "jpeg", quality: 76 });
    }
    await page.close();
  }
  await browser.close();
});
