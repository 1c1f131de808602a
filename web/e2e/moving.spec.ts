import { expect, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { MailServer } from "./mailServer";
import { Person } from "./person";

const UNSENT = "Are you sure you want to leave? Your changes may not be saved.";
const DOWN = 1_500;

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

test("whoever leaves something unsent is asked, whichever way they go @long", async ({ browser }) => {
  const nora = await Person.arrives("Nora", browser, inflow);
  const { page } = nora;
  await nora.signsUp(mail);
  await nora.chooses("SCENIC");
  await page.getByRole("link", { name: "New foto" }).click();
  await page.getByLabel("Caption").fill("Half a thought");

  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave this page?" });
  await expect(question).toContainText(UNSENT);
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/post\/fotos$/);
  await expect(page.getByLabel("Caption")).toHaveValue("Half a thought");

  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/\/post\/fotos$/);

  await page.getByRole("link", { name: "CANCEL" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();

  await page.getByRole("link", { name: "New foto" }).click();
  await page.getByLabel("Caption").fill("Another half");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
  await nora.leaves();
});

test("going back leads to where one was reading @long", async ({ browser }) => {
  const odile = await Person.arrives("Odile", browser, inflow);
  const { page } = odile;
  await odile.signsUp(mail);
  await odile.chooses("LIFESTYLE");
  fillTheWall("odile");
  await expect(page.getByRole("main").getByRole("img").nth(20)).toBeAttached();
  await page.evaluate((down) => window.scrollTo(0, down), DOWN);
  await page.getByRole("link", { name: "FIND" }).click();
  await expect(page.getByRole("heading", { name: "Find" })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "LIFESTYLE" })).toBeAttached();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(DOWN);
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(DOWN);
  await odile.leaves();
});

test("a picture that was cut off comes when there is a way again @long", async ({ browser }) => {
  const petra = await Person.arrives("Petra", browser, inflow);
  const { page } = petra;
  let asked = 0;
  await page.route("**/media/**", (route) => {
    asked += 1;
    return asked === 1 ? route.abort() : route.fulfill({ contentType: "image/svg+xml", body: PICTURE });
  });
  await petra.signsUp(mail);
  await petra.chooses("RANDOMIZED");
  fillTheWall("petra", 1);
  await expect(petra.foto("Picture 1")).toHaveCSS("opacity", "1");
  await petra.leaves();
});

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600"/></svg>';

/** Inserts posts of a member with SQL. Their pictures do not exist, but their places are reserved. */
function fillTheWall(username: string, count = 40): void {
  inflow.byHand(`
    INSERT INTO media (id, owner_id, kind, width, height, byte_size, sha256, thumbhash, state, renditions)
    SELECT '${username}-' || number, users.id, 'jpeg', 400, 600, 1, '', '', 'finished',
      '[{"name": "400.jpg", "width": 400, "height": 600, "type": "image/jpeg"}]'
    FROM users, generate_series(1, ${count}) AS number WHERE users.username = '${username}';
    INSERT INTO posts (id, author_id, media_id, nook_type, post_type, ratio, alt_text)
    SELECT media.id, users.id, media.id, users.nook, 'sphere', 'vertical', replace(media.id, '${username}-', 'Picture ')
    FROM users JOIN media ON media.owner_id = users.id WHERE users.username = '${username}'`);
}
