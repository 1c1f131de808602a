import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { chat, comeIntoFlow, keptChatsOf, message, outboxOf, roadOf, writes } from "./chatting";
import { stopsClock } from "./clock";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { DESKTOP, PHONE } from "./person";
import { pushServiceOf, workerOf } from "./pushing";
import { hang, hangPictures, keptFotosOf } from "./wall";

// All other tests go without it, so that none of them sees a page that was kept.
test.use({ serviceWorkers: "allow" });

const NAME = "Salt & Light";
const SAID = ["Low tide?", "At six", "offline one", "offline two"];

let mail: MailServer;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open(), { INFLOW_NAME: NAME });
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("after one visit the app can be installed, opens without a network, and leaves nothing behind", async ({
  browser,
}) => {
  const alice = await joins("Alice", { browser, inflow, mail, size: PHONE });
  const { page } = alice;
  await hangPictures(page);
  hang(inflow, "alice", "Low tide", { count: 3 });
  await expect(alice.foto("Low tide 1")).toBeVisible();
  await expect.poll(() => keptFotosOf(page)).toBe(3);

  await test.step("it can be installed, under the operator's name", async () => {
    await isKept(page);
    const devtools = await page.context().newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito")).toEqual([]);
    const manifest = await page.evaluate(async () => {
      const link = document.querySelector<HTMLLinkElement>("link[rel=manifest]");
      return (await fetch(link?.href ?? "")).json();
    });
    expect(manifest).toMatchObject({ name: NAME, short_name: NAME, start_url: "/homefeed" });
    for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src)).toBe(sizes);
  });

  await test.step("who may not be notified is told so in words", async () => {
    await alice.visits("/settings/notifications");
    await expect(page.getByRole("switch", { name: "Push" })).not.toBeChecked();
    await expect(page.getByText("This browser blocks notifications.")).toBeVisible();
  });

  await test.step("it opens without a network, and shows what the feed showed last", async () => {
    await page.context().setOffline(true);
    await alice.visits("/homefeed");
    await expect(page.getByText("Offline. Showing saved fotos.")).toBeVisible();
    for (const one of [1, 2, 3])
      await expect
        .poll(() =>
          alice.foto(`Low tide ${one}`).evaluate((image) => (image as HTMLImageElement).naturalWidth),
        )
        .toBeGreaterThan(0);
    await isAccessible(page, "the feed without a network");
  });

  await test.step("it goes on by itself when the network is back", async () => {
    await page.context().setOffline(false);
    await expect(page.getByRole("link", { name: "Your profile" })).toBeVisible();
    await expect(alice.foto("Low tide 3")).toBeVisible();
  });

  await test.step("who leaves takes everything along", async () => {
    await alice.signsOut();
    expect(await keptFotosOf(page)).toBe(0);
    const isOurs = (path: string) => path === "/" || path.startsWith("/assets/");
    expect((await cached(page)).filter((path) => !isOurs(path))).toEqual([]);
  });
  await alice.leaves();
});

test("an open chat, loaded again without a network, shows what was said and what waits, to its reader only", async ({
  browser,
}) => {
  const bob = await joins("Bob", { browser, inflow, mail, size: PHONE });
  const carol = await joins("Carol", { browser, inflow, mail, size: DESKTOP });
  const id = await comeIntoFlow(bob, carol);
  const place = `/intexted?chat=${id}`;
  const road = await roadOf(bob.page.context());
  const waiting = chat(bob).getByText("Waiting for the connection");
  await bob.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await bob.visits(place);
  await carol.visits(place);
  await writes(carol, "Low tide?");
  await expect(message(bob, "Low tide?")).toBeVisible();
  await writes(bob, "At six");
  await expect(message(carol, "At six")).toBeVisible();
  await expect(message(bob, "At six")).toBeEnabled();

  await test.step("written without a network, it is there after the page was loaded again", async () => {
    await expect.poll(() => keptChatsOf(bob.page)).toEqual({ [id]: 2 });
    await road.cut();
    for (const words of ["offline one", "offline two"]) await writes(bob, words);
    await expect(waiting).toHaveCount(2);
    await bob.page.reload();
    await expect(chat(bob).getByText("The last messages from before you went offline.")).toBeVisible();
    await expect(chat(bob).getByText("Loading messages")).toBeHidden();
    await expect(chat(bob).getByRole("listitem").locator("[data-type]")).toHaveText(SAID);
    await expect(waiting).toHaveCount(2);
    await isAccessible(bob.page, "a chat without a network");
  });

  await test.step("one goes on writing, and all of it leaves once, in order, when there is a network", async () => {
    await writes(bob, "offline three");
    await expect(waiting).toHaveCount(3);
    await road.mend();
    for (const person of [bob, carol])
      await expect(message(person, /^offline/)).toHaveText(["offline one", "offline two", "offline three"]);
    await expect(chat(bob).getByText(/Sending|Waiting/)).toBeHidden();
    await expect.poll(() => outboxOf(bob.page)).toEqual([]);
  });

  await test.step("a chat that is closed is kept no longer", async () => {
    await expect.poll(() => keptChatsOf(bob.page)).toEqual({ [id]: 5 });
    await bob.page.keyboard.press("Escape");
    await expect.poll(() => keptChatsOf(bob.page)).toEqual({});
  });

  await test.step("whoever comes after somebody who did not leave in good order finds nothing of theirs", async () => {
    await bob.visits(place);
    await expect.poll(() => keptChatsOf(bob.page)).toEqual({ [id]: 5 });
    await bob.page.context().clearCookies();
    await bob.visits("/login");
    await bob.logsIn(carol.username, carol.password);
    await expect(bob.page.getByRole("link", { name: "Your profile" })).toBeVisible();
    await expect.poll(() => keptChatsOf(bob.page)).toEqual({});
    await road.cut();
    await bob.visits(place);
    await expect(bob.page.getByText("Offline. Reconnecting…")).toBeVisible();
    await expect(chat(bob)).toBeHidden();
  });
  await bob.leaves();
  await carol.leaves();
});

test("who is not looking is told by their browser, and a click leads to what it is about", async ({
  browser,
}) => {
  const bea = await joins("Bea", { browser, inflow, mail, size: PHONE });
  const { page } = bea;
  await hangPictures(page);
  hang(inflow, "bea", "Low tide");
  await isKept(page);
  const worker = await workerOf(page, inflow.origin);
  const about = (type: string, subject: string, username: string) =>
    JSON.stringify({ type, subject, sender: { _id: "bobs", username } });

  await test.step("nothing is shown over the app to who looks at it", async () => {
    await worker.gets(about("intexted", "talk", "bob"));
    expect(await worker.shows()).toEqual([]);
  });

  await test.step("each conversation is told of once, and what nobody understands as it is", async () => {
    await page.goto("about:blank");
    await worker.gets(about("post_comment", "bea-Low-tide-1", "bob"));
    await worker.gets(about("intexted", "talk", "bob"));
    await worker.gets(about("intexted", "talk", "bob"));
    await worker.gets("words");
    await expect
      .poll(worker.shows)
      .toEqual(["@bob commented on your post", "@bob sent you a message", "New notification"]);
  });

  await test.step("a click leads the page that is open to the foto", async () => {
    await bea.visits("/settings/privacy");
    await expect(page.getByRole("button", { name: /^Notifications/ })).toBeVisible();
    await worker.isClicked("@bob commented on your post");
    await expect(page).toHaveURL(/\/profile\?post=bea-Low-tide-1$/);
    await expect(page.getByRole("dialog").getByRole("img", { name: "Low tide 1" })).toBeVisible();
    expect(await worker.shows()).toEqual(["@bob sent you a message", "New notification"]);
  });

  await test.step("also from a screen that has no bell", async () => {
    await bea.visits("/post/fotos");
    await expect(page.getByText("Choose a foto")).toBeVisible();
    await worker.isClicked("New notification");
    await expect(page).toHaveURL(/\/homefeed$/);
  });
  await bea.leaves();
});

test("whether a browser may tell is said in words, and it does so until it is turned off", async ({
  browser,
}) => {
  const cleo = await joins("Cleo", { browser, inflow, mail, size: PHONE });
  const { page } = cleo;
  const service = await pushServiceOf(page);
  const push = page.getByRole("switch", { name: "Push" });
  const told = () => inflow.byHand("SELECT count(*) FROM push_subscriptions");
  const says = (words: string) => expect(page.getByText(words, { exact: true })).toBeVisible();
  await cleo.visits("/settings/notifications");
  await says("Get notified on this device while the app is closed");

  await test.step("a browser that is not answered stays as it is, and one that is told not to says so", async () => {
    await push.click();
    await service.has({ permission: "denied" });
    await push.click();
    await says("This browser blocks notifications. Allow them in its settings for this page");
    await expect(push).not.toBeChecked();
    await isAccessible(page, "a browser that may not tell");
  });

  await test.step("a browser whose push service cannot be reached", async () => {
    await service.has({ permission: "granted" });
    await page.reload();
    await push.click();
    await says("Couldn't reach this browser's push service. Try again later.");
    await expect(push).not.toBeChecked();
    expect(told()).toBe("0");
  });

  await test.step("a browser that may, and still does after a reload", async () => {
    await service.has({ service: "works" });
    await push.click();
    await expect(push).toBeChecked();
    await says("Notifications on this device never show message content");
    expect((await service.stand()).subscribed).toBe(await cleo.call("query", "push:getPublicKey", {}));
    expect(told()).toBe("1");
    await page.reload();
    await expect(push).toBeChecked();
  });

  await test.step("and one that shall not any more", async () => {
    await push.click();
    await expect(push).not.toBeChecked();
    expect(told()).toBe("0");
    expect((await service.stand()).subscribed).toBeUndefined();
  });

  await test.step("whoever has a browser without any of this reads what helps, and again when they try", async () => {
    await page.addInitScript(() => void Reflect.deleteProperty(window, "PushManager"));
    await page.reload();
    const words = "This browser can't notify you. On an iPhone, add the app to the home screen first";
    await says(words);
    await stopsClock(page);
    await push.click();
    await says(`${words}.`);
    await expect(push).not.toBeChecked();
  });
  await cleo.leaves();
});

/** Has the page come from the service worker, as every page after the first. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

/** The paths of all that the service worker keeps. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const shells = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return shells.flat().map(({ url }) => new URL(url).pathname);
  });

/** An icon's size, as a manifest writes it. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(async (src) => {
    const icon = await createImageBitmap(await (await fetch(src)).blob());
    return `${icon.width}x${icon.height}`;
  }, src);
