import { ownCode } from "../lib/ownCode";
import drawing from "./current.worker.ts?worker&url";
import type { Scene } from "./painting";

/**
 * Animates the current in this element; answers a function that ends it. It pauses while hidden, off screen, or when
 * motion is reduced. Where browsers can, a worker draws it, so that the page has time to load.
 */
export function animateCurrent(place: HTMLElement): () => void {
  const canvas = document.createElement("canvas");
  place.append(canvas);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const { show, end } =
    "transferControlToOffscreen" in canvas ? renderInWorker(canvas) : renderOnPage(canvas);

  const look = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    const hue = getComputedStyle(canvas).color;
    const motion = document.hidden ? "rests" : still.matches ? "still" : "flows";
    show({ width, height, hue, scale: Math.min(devicePixelRatio || 1, 2), motion });
  };
  const resize = new ResizeObserver(look);

  resize.observe(canvas);
  document.addEventListener("visibilitychange", look);
  still.addEventListener("change", look);
  return () => {
    end();
    resize.disconnect();
    document.removeEventListener("visibilitychange", look);
    still.removeEventListener("change", look);
    canvas.remove();
  };
}

interface Renderer {
  show: (scene: Scene) => void;
  end: () => void;
}

function renderInWorker(canvas: HTMLCanvasElement): Renderer {
  const worker = new Worker(ownCode(drawing), { type: "module" });
  const sheet = canvas.transferControlToOffscreen();
  worker.postMessage(sheet, [sheet]);
  return { show: (scene) => worker.postMessage(scene), end: () => worker.terminate() };
}

function renderOnPage(canvas: HTMLCanvasElement): Renderer {
  let last: Scene | undefined;
  let paint: ((scene: Scene) => void) | undefined;
  const show = (scene: Scene) => {
    last = scene;
    paint?.(scene);
  };
  void import("./painting").then(({ painter }) => {
    paint = painter(canvas);
    if (last) show(last);
  });
  return { show, end: () => last && show({ ...last, motion: "rests" }) };
}
