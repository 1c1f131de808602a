import { expect, type Page, test } from "@playwright/test";
import { isAccessible } from "./axe";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { Mailroom } from "./mailroom";
import { PHONE } from "./person";
import { hang, hangPictures } from "./wall";

// All other tests go without it, so that none of them sees a page that was kept.
test.use({ serviceWorkers: "allow" });

const NAME = "Salt & Light";

let mail: Mailroom;
let inflow: Inflow;

test.beforeAll(async () => {
  mail = new Mailroom();
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
  await expect.poll(() => lies(page)).toBe(3);

  await test.step("it can be installed, under the operator's name", async () => {
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
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
    await expect(page.getByText("This browser does not let the app notify you.")).toBeVisible();
  });

  await test.step("it opens without a network, and shows what the feed showed last", async () => {
    await page.context().setOffline(true);
    await alice.visits("/homefeed");
    await expect(page.getByText("This is what your feed showed last.")).toBeVisible();
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
    expect(await lies(page)).toBe(0);
    const isOurs = (path: string) => path === "/" || path.startsWith("/assets/");
    expect((await cached(page)).filter((path) => !isOurs(path))).toEqual([]);
  });
  await alice.leaves();
});

/** How many fotos lie on this browser's shelf for reading offline. */
const lies = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((answer) => {
        const opening = indexedDB.open("inflow");
        opening.onsuccess = () => {
          const shelf = opening.result;
          if (!shelf.objectStoreNames.contains("shelf")) return answer(0);
          const reading = shelf.transaction("shelf").objectStore("shelf").get("feed");
          reading.onsuccess = () => {
            shelf.close();
            answer(reading.result?.pictures.length ?? 0);
          };
        };
      }),
  );

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
