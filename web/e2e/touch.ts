import type { Locator, Page } from "@playwright/test";

/** Which of red, green and blue is strongest at these places of a picture, given as shares of its width and height. */
export async function strongestOf(page: Page, file: Buffer, places: [number, number][]): Promise<number[]> {
  const pixels = await page.evaluate(
    async ([bytes, wanted]) => {
      const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)]));
      const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      pen?.drawImage(bitmap, 0, 0);
      return wanted.map(([x, y]) => [
        ...(pen?.getImageData(x * bitmap.width, y * bitmap.height, 1, 1).data.slice(0, 3) ?? []),
      ]);
    },
    [[...file], places] as const,
  );
  return pixels.map((pixel) => pixel.indexOf(Math.max(...pixel)));
}

/** A finger moves over a place, by so many pixels. */
export async function swipe(
  page: Page,
  place: Locator,
  by: number,
  way: "sideways" | "upwards" = "sideways",
): Promise<void> {
  const box = await boxAtRest(page, place);
  const hand = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await hand.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  const there = way === "sideways" ? { x: x + by, y } : { x, y: y - by };
  await hand.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [there] });
  await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Puts a finger down in the middle of a place and keeps it there during `meanwhile`. */
export async function rest(page: Page, place: Locator, meanwhile: () => Promise<void>): Promise<void> {
  const box = await place.boundingBox();
  if (!box) throw new Error("it has no size");
  const hand = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await meanwhile();
  await hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Where something is once it has come to rest. A finger that goes down on a moving thing may touch another one. */
async function boxAtRest(page: Page, place: Locator) {
  for (;;) {
    const before = await place.boundingBox();
    await page.evaluate(
      () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))),
    );
    const box = await place.boundingBox();
    if (!box) throw new Error("it has no size");
    if (before && before.x === box.x && before.y === box.y && before.width === box.width) return box;
  }
}

/** Fingers on a screen. Their places are in pixels from the middle that a place had at first. */
export async function fingers(page: Page, place: Locator) {
  const box = await boxAtRest(page, place);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const hand = await page.context().newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", places: [x: number, y: number][]) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: places.map(([dx, dy], id) => ({ x: x + dx, y: y + dy, id })),
    });
  return {
    down: (...places: [number, number][]) => send("touchStart", places),
    /** In one step: the screen hears of where they are then. */
    move: (...places: [number, number][]) => send("touchMove", places),
    up: () => send("touchEnd", []),
    tap: async () => {
      await send("touchStart", [[0, 0]]);
      await send("touchEnd", []);
    },
  };
}
