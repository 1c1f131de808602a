import { canDrawFilters } from "../../lib/canvas";
import { look } from "../posts/filters";
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
  const pen = canvas.getContext("2d", { alpha: false });
  if (!pen) throw new Error("this browser does not draw");
  pen.imageSmoothingQuality = "high";
  const loaded = await Promise.all(images.map(load));
  for (const [index, cell] of layout.cells.entries()) {
    const [image, drawn] = [loaded[index], images[index]];
    if (image && drawn) draw(pen, image, drawn, boxOf(cell, layout, canvas));
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

function draw(pen: CanvasRenderingContext2D, image: HTMLImageElement, drawn: Drawn, box: Box): void {
  const { filter, scale } = look(drawn.filter, drawn.adjustments);
  const through = typeof filter === "string" ? inPixels(filter, box.width) : "none";
  const cover =
    Math.max(box.width / image.naturalWidth, box.height / image.naturalHeight) * Number(scale ?? 1);
  const [width, height] = [image.naturalWidth * cover, image.naturalHeight * cover];
  pen.save();
  pen.beginPath();
  pen.rect(box.x, box.y, box.width, box.height);
  pen.clip();
  if (canDrawFilters) pen.filter = through;
  pen.drawImage(image, box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
  pen.restore();
  if (!canDrawFilters && through !== "none") filterBox(pen, box, through);
}

function filterBox(pen: CanvasRenderingContext2D, { x, y, width, height }: Box, filter: string): void {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [right, bottom] = [Math.round(x + width), Math.round(y + height)];
  const pixels = pen.getImageData(left, top, right - left, bottom - top);
  filterPixels(pixels, filter);
  pen.putImageData(pixels, left, top);
}

/** Lengths in filters are hundredths of the frame's width; a canvas knows only pixels. */
export const inPixels = (filter: string, width: number): string =>
  filter.replace(/([\d.]+)cqw/g, (_, share) => `${(Number(share) * width) / 100}px`);
