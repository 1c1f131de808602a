import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { longUnless } from "./long";
import { MailServer } from "./mailServer";
import { Person, SIZES } from "./person";
import { photograph } from "./photographs";
import { swipe } from "./touch";

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

for (const [index, [device, size]] of SIZES.entries())
  test(`on a ${device}, four cards explain the words after the welcome, and the last takes a picture${longUnless(device === "phone")}`, async ({
    browser,
  }) => {
    const alice = await Person.arrives(["Alice", "Anna"][index] ?? "", browser, inflow, size);
    const { page } = alice;
    await isWelcomed(alice);
    const cards = cardsOf(page);

    await test.step("they arrive with the focus, and the feed stays free", async () => {
      await expect(cards).toBeFocused();
      await expect(cards).toContainText("Everyone.");
      await expect(cards).toContainText("1 of 4");
      await isAccessible(page, "the first card");
      await page.getByRole("link", { name: "FIND" }).click();
      await expect(cards).toBeHidden();
      await page.goBack();
      await expect(cards).toContainText("1 of 4");
    });

    await test.step("one goes on and back, by button, key and finger", async () => {
      await cards.getByRole("button", { name: "Next" }).click();
      await expect(cards).toContainText("The people you are in flow with.");
      await cards.press("ArrowRight");
      await expect(cards).toContainText("You both say yes");
      await swipe(page, cards.getByRole("heading", { name: "Syncflow" }), 90);
      await expect(cards).toContainText("2 of 4");
      await swipe(page, cards.getByRole("heading", { name: "Cue" }), -90);
      await expect(cards).toContainText("3 of 4");
      await cards.getByRole("button", { name: "Next" }).click();
      await expect(cards).toContainText("Your picture");
      await isAccessible(page, "the card of the picture");
    });

    await test.step("the picture is the member's from then on, and the cards are over for good", async () => {
      const before = await pictureIn(page);
      await alice.changesPhoto(photograph(folder, "coffee.png"));
      await expect.poll(() => pictureIn(page)).not.toBe(before);
      await cards.getByRole("button", { name: "Done" }).click();
      await expect(cards).toBeHidden();
      await expect(page.getByRole("heading", { name: "SCENIC" })).toBeFocused();
      await comesAgain(alice);
    });
    await alice.leaves();
  });

test("Escape or Skip ends the cards for good @long", async ({ browser }) => {
  const bob = await Person.arrives("Bob", browser, inflow);
  const { page } = bob;
  await isWelcomed(bob);
  await expect(cardsOf(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(cardsOf(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeFocused();
  await comesAgain(bob);
  await bob.signsOut();

  const carol = await Person.arrives("Carol", browser, inflow);
  await isWelcomed(carol);
  await carol.page.reload();
  await carol.tabsTo("button", "Skip");
  await carol.page.keyboard.press("Enter");
  await expect(cardsOf(carol.page)).toBeHidden();
  await comesAgain(carol);
  await bob.leaves();
  await carol.leaves();
});

const cardsOf = (page: Page) => page.getByRole("complementary", { name: "First steps" });

const pictureIn = (page: Page) => cardsOf(page).getByRole("button").locator("img").getAttribute("src");

async function isWelcomed(person: Person): Promise<void> {
  await person.signsUp(mail);
  await person.page.getByRole("radio", { name: "SCENIC" }).check();
  await person.page.getByRole("button", { name: "DONE" }).click();
  await person.page.getByRole("link", { name: "To your feed" }).click();
  await expect(person.page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
}

/** Even by way of the welcome, there are no cards. */
async function comesAgain({ page }: Person): Promise<void> {
  await page.goto(new URL("/welcome", page.url()).href);
  await page.getByRole("link", { name: "To your feed" }).click();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(cardsOf(page)).toBeHidden();
}
