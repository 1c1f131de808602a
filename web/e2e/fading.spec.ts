import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP } from "./person";

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

test("a screen fades into the next one, which a member uses while it still fades @long", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: DESKTOP });
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = alice;
  await noteFades(page, { areHeld: true });
  await alice.visits("/homefeed");

  await page.getByRole("link", { name: "FIND" }).click();
  await expect(page.getByRole("heading", { name: "Find" })).toBeFocused();
  await expect.poll(() => fadesOf(page)).toEqual([150]);
  await page.getByPlaceholder("search a name").click();
  await page.keyboard.type("bob");
  await expect(page.getByRole("link", { name: /Bob/ }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: /unread/ })).toBeHidden();
  await bob.call("mutation", "flowRequests:requestSync", {
    sender_id: bob.profileId,
    receiver_id: alice.profileId,
  });
  await expect(page.getByRole("button", { name: /unread/ })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeFocused();
  await expect.poll(() => fadesOf(page)).toEqual([150, 150]);
  await Promise.all([alice, bob].map((each) => each.leaves()));
});

test("quick steps lead to the last of them @long", async ({ browser }) => {
  const carol = await joins("Carol", { browser, inflow, mail, size: DESKTOP });
  const { page } = carol;
  await expect(page.getByRole("heading", { name: "SCENIC" })).toBeVisible();
  await page.evaluate(() => {
    for (const name of ["/find", "/sphere", "/cue"])
      document.querySelector<HTMLElement>(`nav a[href="${name}"]`)?.click();
  });
  await expect(page.getByRole("heading", { name: "Cue" })).toBeFocused();
  await expect(page).toHaveURL(/\/cue$/);
  await carol.leaves();
});

test("screens are cut where motion is reduced, and where the browser cannot fade @long", async ({
  browser,
}) => {
  const dora = await joins("Dora", {
    browser,
    inflow,
    mail,
    size: DESKTOP,
    device: { reducedMotion: "reduce" },
  });
  await noteFades(dora.page, { areHeld: false });
  await dora.visits("/homefeed");
  await dora.page.getByRole("link", { name: "FIND" }).click();
  await expect(dora.page.getByRole("heading", { name: "Find" })).toBeFocused();
  expect(await fadesOf(dora.page)).toEqual([]);

  await dora.page.emulateMedia({ reducedMotion: "no-preference" });
  await dora.page.addInitScript(() => Reflect.deleteProperty(Document.prototype, "startViewTransition"));
  await dora.visits("/homefeed");
  await dora.page.getByRole("link", { name: "FIND" }).click();
  await expect(dora.page.getByRole("heading", { name: "Find" })).toBeFocused();
  await dora.leaves();
});

/** Notes how long each fade between two screens takes. With `areHeld` it stops in its first frame. */
const noteFades = (page: Page, settings: { areHeld: boolean }) =>
  page.addInitScript(({ areHeld }) => {
    const noted: unknown[] = [];
    Object.assign(window, { noted });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (draw) => {
      const transition = start(draw);
      void transition.ready.then(() => {
        const fades = document
          .getAnimations()
          .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement === "::view-transition-old(root)");
        noted.push(fades[0]?.effect?.getTiming().duration);
        if (areHeld) for (const fade of fades) fade.pause();
      });
      return transition;
    };
  }, settings);

const fadesOf = (page: Page) => page.evaluate(() => (window as unknown as { noted: unknown[] }).noted);
