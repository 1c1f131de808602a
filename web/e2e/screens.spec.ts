import { expect, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { Mailroom } from "./mailroom";
import { DESKTOP, Person, PHONE } from "./person";

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
  for (const path of ["/", "/get-started", "/login", "/reset-password"]) await isForAll(carol, path);
  await carol.signsUp(mail);
  await expect(carol.page.getByRole("button", { name: "DONE" })).toBeVisible();
  await isForAll(carol, "/nooks");
  await carol.chooses("SCENIC");
  for (const path of [
    "/homefeed",
    "/sphere",
    "/post/fotos",
    "/nooks",
    "/welcome",
    "/find",
    "/settings",
    "/settings/security",
  ])
    await isForAll(carol, path);
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

test("being a visitor is no error in the browser's log", async ({ browser }) => {
  const erin = await Person.arrives("Erin", browser, inflow);
  const logged: string[] = [];
  erin.page.on("console", (message) => message.type() === "error" && logged.push(message.text()));
  erin.page.on("pageerror", (error) => logged.push(error.message));
  for (const path of ["/", "/get-started", "/login", "/reset-password"]) {
    await erin.visits(path);
    await erin.page.getByRole("heading", { level: 1 }).first().waitFor();
    await erin.page.waitForLoadState("networkidle");
  }
  expect(logged).toEqual([]);
  await erin.leaves();
});

async function isForAll(person: Person, path: string): Promise<void> {
  for (const viewport of [DESKTOP, PHONE]) {
    await person.page.setViewportSize(viewport);
    await person.visits(path);
    await person.page.getByRole("heading", { level: 1 }).first().waitFor();
    await isAccessible(person.page, `${path} at ${viewport.width}`);
  }
  await person.page.setViewportSize({ width: NARROWEST, height: 640 });
  const tooWide = await person.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(tooWide, `${path} scrolls sideways`).toBe(false);
}
