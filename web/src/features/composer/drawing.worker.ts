/** Decodes a photograph and makes it small, away from the page: twelve megapixels would stop it for half a second. */
const LONGEST_SIDE = 1600;

self.onmessage = async ({ data: photo }: MessageEvent<Blob>) => {
  try {
    const whole = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const { width, height } = whole;
    const bitmap = await smaller(whole);
    self.postMessage({ bitmap, width, height }, { transfer: [bitmap] });
  } catch {
    self.postMessage(null);
  }
};

async function smaller(whole: ImageBitmap): Promise<ImageBitmap> {
  const scale = LONGEST_SIDE / Math.max(whole.width, whole.height);
  if (scale >= 1) return whole;
  const bitmap = await createImageBitmap(whole, {
    resizeWidth: Math.max(1, Math.round(whole.width * scale)),
    resizeHeight: Math.max(1, Math.round(whole.height * scale)),
    resizeQuality: "medium",
  });
  whole.close();
  return bitmap;
}
