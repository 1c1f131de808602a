/** Helpers of the posting tests: choose a photograph, take pictures of the page, compare them. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import { PYTHON } from "./inflow";
import type { Person } from "./person";

const MAKER = fileURLToPath(new URL("photograph.py", import.meta.url));
/** Mean difference of a pixel's colour, of 255: renditions are compressed and scaled, but look the same. */
export const SAME = 6;

interface Making {
  kind?: "jpg" | "heic" | "webp";
  megapixels?: number;
  /** How the camera was held, as EXIF says it. */
  held?: 1 | 3 | 6;
  /** Exactly this shape, `4:3` for example. */
  shape?: string;
}

/** A photograph in a file, made out of a picture that scikit-image or scikit-learn brings. */
export function photograph(
  folder: string,
  name: string,
  { kind = "jpg", megapixels = 1, held = 1, shape = "" }: Making = {},
): string {
  const output = join(
    folder,
    name.replace(/\.\w+$/, `-${megapixels}-${held}${shape.replace(":", "x")}.${kind}`),
  );
  if (!existsSync(output))
    execFileSync(PYTHON, [MAKER, name, String(megapixels), output, String(held), shape]);
  return output;
}

/** Chooses a file and sees it; waits until it has arrived as well, unless it will not. */
export async function choose(page: Page, file: string, arrives = true): Promise<void> {
  await page.getByLabel("Foto file").setInputFiles(file);
  if (!arrives) return;
  await expect(page.getByRole("application", { name: "Crop box" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Post to Sphere" })).toBeEnabled();
}

/** Holds a file over the middle of the page and lets it go, as out of a folder on the desktop. */
export function drop(page: Page, file: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return letGo(page, { x: 0, y: 0, width, height }, { items: [], files: [file] });
}

/** Words that were marked elsewhere, dragged into a field. */
export async function dropWords(field: Locator, words: string): Promise<void> {
  await field.scrollIntoViewIfNeeded();
  await letGo(field.page(), await sizeOf(field), { items: [{ mimeType: "text/plain", data: words }] });
}

interface Held {
  items: { mimeType: string; data: string }[];
  files?: string[];
}

async function letGo(page: Page, at: Rectangle, held: Held): Promise<void> {
  const hand = await page.context().newCDPSession(page);
  const place = { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  const data = { ...held, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await hand.send("Input.dispatchDragEvent", { type, ...place, data });
}

/** Copies a picture, as another page's menu would or with words as cells of a spreadsheet, and presses the keys for pasting. */
export async function paste(page: Page, file: string, words = ""): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(
    async ([base64, beside]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      const png = canvas.convertToBlob({ type: "image/png" });
      const text = beside ? { "text/plain": beside } : {};
      await navigator.clipboard.write([new ClipboardItem({ "image/png": png, ...text })]);
    },
    [readFileSync(file, "base64"), words] as const,
  );
  await page.keyboard.press("ControlOrMeta+V");
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

/** A picture of the foto on a member's feed, once it is sharp: its size is known before its last bytes have arrived. */
export async function posted(person: Person, altText: string): Promise<Buffer> {
  const foto = person.foto(altText);
  await expect(() => foto.evaluate((image: HTMLImageElement) => image.decode())).toPass();
  await expect(foto).toHaveCSS("opacity", "1");
  await person.page.mouse.move(0, 0);
  return foto.locator("xpath=ancestor::div[1]").screenshot({ animations: "disabled" });
}

/**
 * How far two pictures are apart: both on 32 by 32 pixels, the mean difference of a colour, of 255. On fewer, a part of a
 * pixel by which one of them lies beside the other counts for less; their edges, rounded and cut, for nothing.
 */
export function between(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const urls = [one, other].map((buffer) => `data:image/png;base64,${buffer.toString("base64")}`);
  return page.evaluate(async (sources) => {
    const drawn = await Promise.all(
      sources.map(async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const pen = new OffscreenCanvas(32, 32).getContext("2d");
        if (pen) pen.imageSmoothingQuality = "high";
        const [x, y] = [image.width * 0.02, image.height * 0.02];
        pen?.drawImage(image, x, y, image.width - 2 * x, image.height - 2 * y, 0, 0, 32, 32);
        return pen?.getImageData(0, 0, 32, 32).data ?? new Uint8ClampedArray();
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
