import { expect, type Locator } from "@playwright/test";

/** Looks, a quarter of a second apart: at its end a smooth scroll takes longer than that for a pixel. */
const LOOKS = 4;

/** How far from the top something stands, once it stands: what was pressed or turned before may still scroll. */
export async function standingAt(thing: Locator): Promise<number> {
  const top = async () => (await thing.boundingBox())?.y ?? Number.NaN;
  let now = Number.NaN;
  let same = 0;
  const looks = async () => {
    const before = now;
    now = await top();
    same = now === before ? same + 1 : 1;
    return same;
  };
  await expect.poll(looks, { intervals: [250] }).toBeGreaterThanOrEqual(LOOKS);
  return now;
}
