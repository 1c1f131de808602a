/** The current: thin lines of light that drift like water. Drawn by hand on a canvas, in one hue. */
const LINES = 44;
const STEP_PX = 10;
const GLOWING = 0.86;
const HALO = [
  [7, 0.09],
  [26, 0.042],
] as const;
const FRAME_MS = 1000 / 40;
/** On slow devices it draws less often: it pauses for this many times the duration of a frame. */
const REST = 3;
/** The moment that is shown when nothing may move: a shape chosen for its looks. */
const STILL_MS = 21_000;

interface Field {
  width: number;
  height: number;
  hue: string;
}

/** The scene to draw from now on. */
export interface Scene extends Field {
  /** Pixels of the canvas for each of the page's. */
  scale: number;
  motion: "flows" | "still" | "rests";
}

type Context2D = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Draws on this canvas, on the page or in a worker. Answers a function that takes the next scene. */
export function painter(canvas: HTMLCanvasElement | OffscreenCanvas): (scene: Scene) => void {
  const ctx = canvas.getContext("2d") as Context2D | null;
  if (!ctx) return () => undefined;
  let frame = 0;
  let nextAt = 0;
  return (scene) => {
    const { width, height, scale, motion } = scene;
    const draw = (now: number) => {
      const began = performance.now();
      paint(ctx, scene, now / 1000);
      nextAt = now + Math.max(FRAME_MS, REST * (performance.now() - began));
    };
    const turn = (now: number) => {
      if (now >= nextAt) draw(now);
      frame = requestAnimationFrame(turn);
    };
    cancelAnimationFrame(frame);
    if (motion === "rests") return;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    ctx.setTransform(scale, 0, 0, scale, 0, 0);
    draw(motion === "still" ? STILL_MS : performance.now());
    if (motion === "flows") frame = requestAnimationFrame(turn);
  };
}

function paint(ctx: Context2D, field: Field, t: number): void {
  ctx.clearRect(0, 0, field.width, field.height);
  ctx.strokeStyle = field.hue;
  for (let line = 0; line < LINES; line += 1) {
    const across = line / (LINES - 1);
    // Brightest in the heart of the band, gone at its edges.
    const light = Math.sin(Math.PI * across) ** 2;
    ctx.beginPath();
    for (let x = -STEP_PX; x <= field.width + STEP_PX; x += STEP_PX)
      ctx.lineTo(x, depth(field, x, across, t));
    ctx.globalAlpha = 0.06 + 0.8 * light * (0.6 + 0.4 * Math.sin(t * 0.35 + across * 9));
    ctx.lineWidth = 0.7 + 0.9 * light;
    ctx.stroke();
    if (light > GLOWING && line % 2 === 0) glow(ctx);
  }
}

/** Lines in the heart light up the water around them; every second is enough, since broad light is slow to draw. */
function glow(ctx: Context2D): void {
  for (const [width, alpha] of HALO) {
    ctx.lineWidth = width;
    ctx.globalAlpha = alpha;
    ctx.stroke();
  }
}

/** How far down a line runs at x: three slow waves that the lines of the band ride a little out of step. */
function depth({ width, height }: Field, x: number, across: number, t: number): number {
  const along = x / Math.max(width, 520);
  const spread = 0.1 + 0.13 * Math.sin(along * 3.1 - t * 0.11) ** 2 + 0.06 * Math.sin(along * 7 + t * 0.17);
  const swell =
    0.16 * Math.sin(along * 3.7 + t * 0.21) +
    0.07 * Math.sin(along * 7.9 - t * 0.31 + across * 1.4) +
    0.02 * Math.sin(along * 17 + t * 0.53 + across * 5);
  return height * (0.5 + swell + (across - 0.5) * 2 * spread);
}
