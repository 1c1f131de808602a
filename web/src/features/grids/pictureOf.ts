import { canDrawFilters } from "../../lib/canvas";
import { filterStyle } from "../posts/filters";
import { filterPixels } from "./filtering";
import type { Drawn } from "./GridPicture";
import { aspectOf, type Cell, type Layout, layoutNamed } from "./layouts";

/** Pixels of the longer side. */
const LONGEST = 2160;
const GUTTER = 12;
const QUALITY = 0.9;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A grid as one JPEG: the same cells, crops and filters as on the page. Rejects if a foto cannot be had. */
export async function pictureOf(name: string, images: readonly Drawn[]): Promise<Blob> {
  const layout = layoutNamed(name);
  const canvas = sheet(layout);
  const ctx = canvas.getContext("2d", { alpha: false });
  if (!ctx) throw new Error("this browser does not draw");
  ctx.imageSmoothingQuality = "high";
  const loaded = await Promise.all(images.map(load));
  for (const [index, cell] of layout.cells.entries()) {
    const [image, drawn] = [loaded[index], images[index]];
    if (image && drawn) draw(ctx, image, drawn, boxOf(cell, layout, canvas));
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture is too large"))),
      "image/jpeg",
      QUALITY,
    ),
  );
}

function sheet(layout: Layout): HTMLCanvasElement {
  const aspect = aspectOf(layout);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(aspect >= 1 ? LONGEST : LONGEST * aspect);
  canvas.height = Math.round(aspect >= 1 ? LONGEST / aspect : LONGEST);
  return canvas;
}

/** Where a cell lies on the sheet, in pixels; the gutters are between the tracks, as on the page. */
export function boxOf(cell: Cell, layout: Layout, sheet: { width: number; height: number }): Box {
  const step = {
    x: (sheet.width + GUTTER) / layout.columns,
    y: (sheet.height + GUTTER) / layout.rows,
  };
  return {
    x: cell.column * step.x,
    y: cell.row * step.y,
    width: cell.columns * step.x - GUTTER,
    height: cell.rows * step.y - GUTTER,
  };
}

async function load({ imageUrl, variants }: Drawn): Promise<HTMLImageElement> {
  const jpegs = variants.filter(({ type }) => type === "image/jpeg").sort((a, b) => b.width - a.width);
  const image = new Image();
  image.src = jpegs[0]?.url ?? imageUrl;
  await image.decode();
  return image;
}

function draw(ctx: CanvasRenderingContext2D, image: HTMLImageElement, drawn: Drawn, box: Box): void {
  const { filter, scale } = filterStyle(drawn.filter, drawn.adjustments);
  const through = typeof filter === "string" ? inPixels(filter, box.width) : "none";
  const cover =
    Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight) * Number(scale ?? 1);
  const [width, height] = [image.naturalWidth * cover, image.naturalHeight * cover];
  ctx.save();
  ctx.beginPath();
  ctx.rect(box.x, box.y, box.width, box.height);
  ctx.clip();
  if (canDrawFilters) ctx.filter = through;
  ctx.drawImage(image, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
  ctx.restore();
  if (!canDrawFilters && through !== "none") filterBox(ctx, box, through);
}

function filterBox(ctx: CanvasRenderingContext2D, { x, y, width, height }: Box, filter: string): void {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [right, bottom] = [Math.round(x + width), Math.round(y + height)];
  const pixels = ctx.getImageData(left, top, right - left, bottom - top);
  filterPixels(pixels, filter);
  ctx.putImageData(pixels, left, top);
}

/** Lengths in filters are hundredths of the frame's width; a canvas knows only pixels. */
export const inPixels = (filter: string, width: number): string =>
  filter.replace(/([\d.]+)cqw/g, (_, share) => `${(Number(share) * width) / 100}px`);
