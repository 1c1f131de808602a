import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page, test } from "@playwright/test";
import type { AxeResults } from "axe-core";
import { Inflow } from "./inflow";
import { Mailroom } from "./mailroom";
import { DESKTOP, Person, PHONE } from "./person";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const NARROWEST = 320;

let mail: Mailroom;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new Mailroom();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("every screen of a visitor and of a new member is accessible on a phone and on a desktop", async ({
  browser,
}) => {
  const carol = await Person.arrives("Carol", browser, inflow);
  for (const path of ["/", "/get-started", "/login", "/reset-password"]) await isAccessible(carol, path);
  await carol.signsUp(mail);
  await expect(carol.page.getByRole("button", { name: "DONE" })).toBeVisible();
  await isAccessible(carol, "/nooks");
  await carol.chooses("SCENIC");
  for (const path of ["/homefeed", "/sphere", "/post/fotos", "/nooks", "/find", "/settings"])
    await isAccessible(carol, path);
  await carol.leaves();
});

test("whoever is signed out goes to the login, and an unknown address to the beginning", async ({
  browser,
}) => {
  const dave = await Person.arrives("Dave", browser, inflow);
  await dave.visits("/post/fotos");
  await expect(dave.page).toHaveURL(/\/login\?back=%2Fpost%2Ffotos$/);
  await dave.visits("/no/such/place");
  await expect(dave.page.getByRole("link", { name: "GET STARTED" })).toBeVisible();
  await dave.leaves();
});

async function isAccessible(person: Person, path: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await person.page.setViewportSize(viewport);
    await person.visits(path);
    await person.page.getByRole("heading", { level: 1 }).first().waitFor();
    expect(await objections(person.page), `${path} at ${viewport.width}`).toEqual([]);
  }
  await person.page.setViewportSize({ width: NARROWEST, height: 640 });
  const tooWide = await person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(tooWide, `${path} scrolls sideways`).toBe(false);
}

async function objections(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run(),
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
