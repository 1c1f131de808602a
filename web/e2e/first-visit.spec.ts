import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { comeIntoFlow, message, writes } from "./chatting";
import { unfoldsTools } from "./feedTools";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, Person, PHONE } from "./person";
import { hang, hangPictures, keptFotosOf } from "./wall";

test.use({ serviceWorkers: "allow" });

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

test("one visit is enough for the app to open while the server is stopped and the HTTP cache is empty", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;
  await hangPictures(page);
  hang(inflow, "alice", "Low tide", { count: 2 });
  await expect(alice.foto("Low tide 2")).toBeVisible();
  await expect.poll(() => keptFotosOf(page)).toBe(2);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await inflow.kill();

  await test.step("the feed", async () => {
    await clearHttpCache(page);
    await page.reload();
    await expect(page.getByText("Offline. Showing saved fotos.")).toBeVisible();
    await expect(alice.foto("Low tide 2")).toBeVisible();
  });

  await test.step("the first page, which was never opened and leads on to the feed", async () => {
    await clearHttpCache(page);
    await alice.visits("/");
    await expect(page).toHaveURL(/\/homefeed$/);
    await expect(page.getByText("Offline. Showing saved fotos.")).toBeVisible();
  });

  await test.step("and it goes on by itself when the server is back", async () => {
    await clearHttpCache(page);
    await alice.visits("/find");
    await expect(page.getByText("Offline. Reconnecting…")).toBeVisible();
    await inflow.start();
    await expect(page.getByPlaceholder("search a name")).toBeVisible();
  });
  await alice.leaves();
});

test("a browser that denies storage still shows the app, and its choices hold until the page is left @long", async ({
  browser,
}) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: DESKTOP });
  const { page } = bob;
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  const carol = await joins("Carol", { browser, inflow, mail, size: PHONE });
  const id = await comeIntoFlow(bob, carol);
  await deniesStorage(page.context());

  await test.step("the landing page and the login of a visitor", async () => {
    const visitor = await Person.arrives("Dora", browser, inflow);
    await deniesStorage(visitor.page.context());
    await visitor.visits("/");
    await visitor.page.getByRole("link", { name: "LOGIN" }).click();
    await expect(visitor.page.getByRole("heading", { name: "Login" })).toBeVisible();
    await visitor.leaves();
  });

  await test.step("the feed, where a choice holds", async () => {
    await bob.visits("/homefeed");
    await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
    await unfoldsTools(page);
    const cue = page.getByRole("button", { name: "Cue", exact: true });
    await cue.click();
    await expect(cue).toHaveAttribute("aria-pressed", "true");
  });

  await test.step("a chat, where a message is sent", async () => {
    await bob.visits(`/intexted?chat=${id}`);
    await writes(bob, "Low tide?");
    await expect(message(bob, "Low tide?")).toBeEnabled();
    await carol.visits(`/intexted?chat=${id}`);
    await expect(message(carol, "Low tide?")).toBeVisible();
  });

  await test.step("and the settings, which say that it cannot notify", async () => {
    await bob.visits("/settings/notifications");
    await expect(page.getByText("This browser can't notify you")).toBeVisible();
  });
  expect(errors).toEqual([]);
  await bob.leaves();
  await carol.leaves();
});

async function clearHttpCache(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  await devtools.detach();
}

/** As browsers do where a person forbids sites to store anything: reading the property throws. */
const deniesStorage = (context: BrowserContext) =>
  context.addInitScript(() => {
    const denied = () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
      Object.defineProperty(window, name, { get: denied });
    Object.defineProperty(Navigator.prototype, "serviceWorker", { get: denied });
    LockManager.prototype.request = async () => denied();
    window.BroadcastChannel = class {
      constructor() {
        denied();
      }
    } as unknown as typeof BroadcastChannel;
  });
