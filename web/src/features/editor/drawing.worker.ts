/** Decodes a photograph and makes it small, away from the page: twelve megapixels would stop it for half a second. */
const LONGEST_SIDE = 1600;
const EXIF = 0x08;

self.onmessage = async ({ data: photo }: MessageEvent<Blob>) => {
  try {
    if (await isWebpWithExif(photo)) return self.postMessage(null);
    const whole = await createImageBitmap(photo, { imageOrientation: "from-image" });
    const { width, height } = whole;
    const bitmap = await smaller(whole);
    self.postMessage({ bitmap, width, height }, { transfer: [bitmap] });
  } catch {
    self.postMessage(null);
  }
};

/**
 * EXIF data may hold an orientation. The server applies it, Chromium does not: the posted foto would differ from the
 * preview.
 */
async function isWebpWithExif(photo: Blob): Promise<boolean> {
  const head = new Uint8Array(await photo.slice(0, 21).arrayBuffer());
  const isExtended = String.fromCharCode(...head.slice(8, 16)) === "WEBPVP8X";
  return isExtended && ((head[20] ?? 0) & EXIF) !== 0;
}

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
