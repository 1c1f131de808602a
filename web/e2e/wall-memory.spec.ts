import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const FEW = 100;
const MANY = 1_000;
/** Where a wall stands still changes how many fotos it holds, so it is looked at in several places. */
const PLACES = [0, 10, 20, 30, 40];
/** The most that a wall may take, as a multiple of what it took ten times less far down. */
const MOST = { heap: 1.1, nodes: 1.2, listeners: 1.2, images: 1.2 };
const KINDS = ["heap", "nodes", "listeners", "images"] as const;
/** Bytes of the script's heap, and how many things the page holds. */
type Memory = Record<(typeof KINDS)[number], number>;

// Machine code that the browser makes for what runs often is no memory of the wall's.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), "--js-flags=--jitless"] }),
});

let inflow: Inflow;
let mail: MailServer;

test.beforeAll(async () => {
  mail = new MailServer();
  inflow = await Inflow.start(await mail.open());
});

test.afterAll(async () => {
  await inflow?.stop();
  await mail?.close();
});

test("a wall takes hardly more memory after a thousand fotos than after a hundred @long", async ({
  browser,
}) => {
  const nia = await joins("Nia", { browser, inflow, mail, size: PHONE });
  const { page } = nia;
  await hangPictures(page);
  hang(inflow, nia.username, "Nia", { count: MANY + 50 });
  await page.reload();
  const few = await mostFrom(page, FEW);
  const many = await mostFrom(page, MANY);
  for (const what of KINDS)
    expect(many[what], `${what}: ${many[what]} after ${few[what]}`).toBeLessThanOrEqual(
      MOST[what] * few[what],
    );
  await nia.leaves();
});

/** The most that the wall takes in the places from a foto on. */
async function mostFrom(page: Page, number: number): Promise<Memory> {
  const most: Memory = { heap: 0, nodes: 0, listeners: 0, images: 0 };
  for (const place of PLACES) {
    await scrollsTo(page, number + place);
    const taken = await memoryOf(page);
    for (const what of KINDS) most[what] = Math.max(taken[what], most[what]);
  }
  return most;
}

async function scrollsTo(page: Page, number: number): Promise<void> {
  const foto = page.getByRole("link", { name: new RegExp(`^Nia ${number} @`) });
  const scrolls = async () => {
    await page.mouse.wheel(0, 1_000);
    return foto.isVisible();
  };
  await expect.poll(scrolls, { intervals: [100], timeout: 120_000 }).toBe(true);
}

/** What the page takes once what is not used is gone. */
async function memoryOf(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const known = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const { JSHeapUsedSize: heap = 0, Nodes: nodes = 0, JSEventListeners: listeners = 0 } = known;
  return { heap, nodes, listeners, images: await page.locator("img").count() };
}
