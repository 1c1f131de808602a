import { painter, type Scene } from "./painting";

let show: ((scene: Scene) => void) | undefined;

/** First the canvas, then each scene. */
addEventListener("message", ({ data }: MessageEvent<OffscreenCanvas | Scene>) => {
  if (data instanceof OffscreenCanvas) show = painter(data);
  else show?.(data);
});
