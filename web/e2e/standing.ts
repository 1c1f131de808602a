import { expect, type Locator } from "@playwright/test";

/** How far from the top something stands, once it stands: what was pressed or turned before may still scroll. */
export async function standingAt(thing: Locator): Promise<number> {
  const top = async () => (await thing.boundingBox())?.y ?? Number.NaN;
  let now = await top();
  const stands = async () => {
    const before = now;
    now = await top();
    return now === before;
  };
  await expect.poll(stands, { intervals: [250] }).toBe(true);
  return now;
}
