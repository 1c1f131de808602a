import { expect, type Page, test } from "@playwright/test";
import { Inflow } from "./inflow";
import { joins } from "./joining";
import { MailServer } from "./mailServer";
import { PHONE } from "./person";
import { hang, hangPictures } from "./wall";

const FEW = 100;
const MANY = 1_000;
/** The most that a wall may take, as a multiple of what it took ten times less far down. */
const MOST = 1.2;

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
  await scrollsTo(page, FEW);
  const few = await memoryOf(page);
  await scrollsTo(page, MANY);
  const many = await memoryOf(page);
  for (const [what, taken] of Object.entries(few))
    expect(many[what], `${what}: ${many[what]} after ${taken}`).toBeLessThanOrEqual(MOST * taken);
  await nia.leaves();
});

async function scrollsTo(page: Page, number: number): Promise<void> {
  const foto = page.getByRole("link", { name: new RegExp(`^Nia ${number} @`) });
  const scrolls = async () => {
    await page.mouse.wheel(0, 1_000);
    return foto.isVisible();
  };
  await expect.poll(scrolls, { intervals: [100], timeout: 120_000 }).toBe(true);
}

/** Bytes of the script's heap, and how many things the page holds, once what is not used is gone. */
async function memoryOf(page: Page): Promise<Record<string, number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  await session.detach();
  const known = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const { JSHeapUsedSize: heap = 0, Nodes: nodes = 0, JSEventListeners: listeners = 0 } = known;
  return { heap, nodes, listeners, images: await page.locator("img").count() };
}
