import { useLayoutEffect, useRef } from "react";
import { type Box, type Turn, turned } from "./crop";
import type { Picture } from "./picture";

const EVERYTHING: Box = { x: 0, y: 0, width: 1, height: 1 };

/**
 * A part of the photograph, turned and drawn once; dragging and colouring leave it alone. At most `most` pixels wide or
 * high, and through a filter's `recipe`. With a label it is an image, without one it is decoration.
 */
export function Drawn({
  picture,
  turn,
  box = EVERYTHING,
  most = 1080,
  recipe = "",
  label,
  className,
  style,
}: {
  picture: Picture;
  turn: Turn;
  box?: Box;
  most?: number;
  recipe?: string;
  label?: string;
  className?: string | undefined;
  style?: React.CSSProperties;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { x, y, width, height } = box;
  useLayoutEffect(() => {
    if (canvas.current) draw(canvas.current, picture.bitmap, turn, { x, y, width, height }, most, recipe);
  }, [picture, turn, x, y, width, height, most, recipe]);
  const said = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return <canvas ref={canvas} className={className} style={style} {...said} />;
}

/** Draws the part on a canvas of its size, at most `most` pixels wide or high. */
export function draw(
  canvas: HTMLCanvasElement,
  bitmap: ImageBitmap,
  turn: Turn,
  box: Box,
  most: number,
  recipe = "",
): void {
  const ctx = canvas.getContext("2d");
  if (!ctx || bitmap.width === 0) return;
  const whole = turned(bitmap, turn);
  const [width, height] = [whole.width * box.width, whole.height * box.height];
  const scale = Math.min(1, most / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  ctx.imageSmoothingQuality = "medium";
  if (recipe) ctx.filter = recipe.replace(/([\d.]+)cqw/g, (_, share) => `${(share * canvas.width) / 100}px`);
  ctx.scale(canvas.width / width, canvas.height / height);
  ctx.translate(whole.width * (0.5 - box.x), whole.height * (0.5 - box.y));
  ctx.rotate((turn * Math.PI) / 180);
  ctx.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}
