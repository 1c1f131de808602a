import { largest, type Size, turned, turnedOnce, WHOLE, within } from "../editor/crop";
import { draw } from "../editor/Drawn";
import type { Crop } from "../editor/edits";

const MOST_PX = 1_024;
const QUALITY = 0.92;

/** The largest square in the middle of a photograph of this size. */
export function firstSquare(size: Size): Crop {
  const side = largest(1, size);
  const box = { ...side, x: (1 - side.width) / 2, y: (1 - side.height) / 2 };
  return { shape: "1:1", isChosen: true, turn: 0, box, view: WHOLE };
}

/** One more quarter turn, clockwise: the same square of the same photograph. */
export function rotatedSquare(cut: Crop): Crop {
  const { x, y, width, height } = cut.box;
  const box = within({ x: 1 - y - height, y: x, width: height, height: width });
  return { ...cut, turn: turnedOnce(cut.turn), box, view: WHOLE };
}

/** The square of the photograph as a JPEG, from the file's own pixels. */
export async function squareOf(file: File, { box, turn }: Crop): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  const whole = turned(bitmap, turn);
  // Whole pixels, so that the picture is as wide as it is high.
  const side = Math.max(1, Math.round(box.width * whole.width));
  const canvas = document.createElement("canvas");
  draw(canvas, bitmap, turn, { ...box, width: side / whole.width, height: side / whole.height }, MOST_PX);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return blob ? new File([blob], "profile.jpg", { type: "image/jpeg" }) : file;
}
