/** What the tests of posting do with photographs: choose one, take pictures of what is on the page, compare them. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Person } from "./person";

/** Chooses a file and sees it; waits until it has arrived as well, unless it will not. */
export async function choose(page: Page, file: string, arrives = true): Promise<void> {
  await page.getByLabel("Foto file").setInputFiles(file);
  if (!arrives) return;
  await expect(page.getByRole("application", { name: "Crop box" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Post to Sphere" })).toBeEnabled();
}

/** The whole photograph, as it lies under the box. */
export const drawn = (page: Page) => page.getByRole("img", { name: "Your foto" }).locator("..");

/** Two fingers in the middle of a place, each this far (pixels) from it, first and last. */
export async function pinch(page: Page, place: Rectangle, first: number, last: number): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart?: number) =>
    hand.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: apart
        ? [
            { x: x - apart, y, id: 1 },
            { x: x + apart, y, id: 2 },
          ]
        : [],
    });
  await hand.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
  await touch("touchStart", first);
  for (let apart = first; apart <= last; apart += 5) await touch("touchMove", apart);
  await touch("touchEnd");
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of a place, without the buttons that lie over it. */
export async function picture(place: Locator): Promise<Buffer> {
  const over = place.page().getByRole("button", { name: "Hold to compare" });
  const hide = (isHidden: boolean) =>
    over.evaluateAll((buttons, hidden) => {
      for (const each of buttons) (each as HTMLElement).style.opacity = hidden ? "0" : "";
    }, isHidden);
  await hide(true);
  const taken = await place.screenshot({ animations: "disabled" });
  await hide(false);
  return taken;
}

/** A picture of the foto on somebody's feed, once it is sharp. */
export async function posted(person: Person, altText: string): Promise<Buffer> {
  const foto = person.foto(altText);
  await expect.poll(() => foto.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(foto).toHaveCSS("opacity", "1");
  await person.page.mouse.move(0, 0);
  return foto.locator("xpath=ancestor::figure").screenshot({ animations: "disabled" });
}

/** How far two pictures are apart: both on 64 by 64 pixels, the mean difference of a colour, of 255. */
export function between(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const urls = [one, other].map((buffer) => `data:image/png;base64,${buffer.toString("base64")}`);
  return page.evaluate(async (sources) => {
    const drawn = await Promise.all(
      sources.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const pen = new OffscreenCanvas(64, 64).getContext("2d");
        pen?.drawImage(image, 0, 0, 64, 64);
        return pen?.getImageData(0, 0, 64, 64).data ?? new Uint8ClampedArray();
      }),
    );
    const [first, second] = drawn;
    if (!first || !second) return Number.NaN;
    return first.reduce((sum, value, at) => sum + Math.abs(value - (second[at] ?? 0)), 0) / first.length;
  }, urls);
}

/** The filter that a foto is drawn with, as it was written. */
export const recipe = (foto: Locator) => foto.evaluate((image) => image.style.filter);

export async function sizeOf(place: Locator): Promise<Rectangle> {
  const found = await place.boundingBox();
  if (!found) throw new Error("it has no size");
  return found;
}
