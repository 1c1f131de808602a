import { painter, type Scene } from "./painting";

let show: ((scene: Scene) => void) | undefined;

/** First the canvas, then what is to be seen on it. */
addEventListener("message", ({ data }: MessageEvent<OffscreenCanvas | Scene>) => {
  if (data instanceof OffscreenCanvas) show = painter(data);
  else show?.(data);
});
