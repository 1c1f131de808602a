import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { FILTERS, filterStyle, UNTOUCHED } from "../src/features/posts/filters";
import { PYTHON } from "./inflow";
import { between, photograph } from "./photographs";

/** `STATES_ALBUM=folder` takes a picture of the page, to be looked at. */
const ALBUM = process.env.STATES_ALBUM;
/** Mean difference of a pixel's colour, of 255, by which a filter can be seen. */
const DIFFERENT = 1.5;
/** Likewise, by which the server's drawing may differ: two pictures without any filter do by 2, as they are scaled. */
const ALIKE = 3;
const DRAWN = fileURLToPath(new URL("drawn.py", import.meta.url));
const STYLE = `
  body { display: grid; grid-template-columns: repeat(4, 1fr); gap: 12px; background: black; color: white; }
  figure { margin: 0; }
  div { overflow: hidden; container-type: inline-size; aspect-ratio: 3 / 2; }
  img { width: 100%; height: 100%; object-fit: cover; }`;

let folder: string;

test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "photographs-"));
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("one foto, sixteen times, shows what each filter does", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 960 });
  await hang(page, photograph(folder, "coffee.png"));
  const shown = page.getByRole("figure");
  await expect(shown).toHaveCount(16);
  if (ALBUM) await page.screenshot({ path: `${ALBUM}/filters.full.desktop.png`, fullPage: true });
  const [plain, ...filtered] = await Promise.all(
    FILTERS.map((name) => page.getByAltText(name, { exact: true }).locator("..").screenshot()),
  );
  for (const [at, picture] of filtered.entries())
    expect(await between(page, plain as Buffer, picture), FILTERS[at + 1]).toBeGreaterThan(DIFFERENT);
});

test("the server draws a foto for the content check as a browser draws it @long", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 960 });
  const foto = photograph(folder, "coffee.png", { megapixels: 0.3 });
  await hang(page, foto);
  for (const name of FILTERS) {
    const css = filterStyle(name, { brightness: 130, contrast: 80, saturation: 160 }).filter as string;
    // Blurs are not drawn for the check: they reveal nothing.
    const sharp = css.replace(/blur\([^)]*\) /, "");
    const output = join(folder, `${name}.png`);
    execFileSync(PYTHON, [DRAWN, foto, output, sharp]);
    const shown = page.getByAltText(name, { exact: true });
    // Without the enlargement that hides a blur's edges, and all of it.
    await shown.evaluate(
      (image, filter) =>
        Object.assign((image as HTMLElement).style, { filter, scale: "1", objectFit: "fill" }),
      sharp,
    );
    const seen = await shown.locator("..").screenshot();
    expect(await between(page, seen, readFileSync(output)), name).toBeLessThan(ALIKE);
  }
});

/** A wall of the foto, drawn through one filter after the other as the feed draws it. */
async function hang(page: Page, foto: string): Promise<void> {
  const source = `data:image/jpeg;base64,${readFileSync(foto, "base64")}`;
  const figures = FILTERS.map(
    (name) => `<figure><div><img alt="${name}"></div><figcaption>${name}</figcaption></figure>`,
  );
  await page.setContent(`<style>${STYLE}</style>${figures.join("")}`);
  const looks = FILTERS.map((name) => filterStyle(name, UNTOUCHED) as Record<string, string>);
  await page.evaluate(
    async ([url, styles]) => {
      const images = [...document.images];
      for (const [at, image] of images.entries()) {
        Object.assign(image.style, styles[at]);
        image.src = url;
      }
      await Promise.all(images.map((image) => image.decode()));
    },
    [source, looks] as const,
  );
}
