import type { Ratio } from "../../api";

/** The ratio a photograph's own shape suggests. */
export function ratioOf(width: number, height: number): Ratio {
  const aspect = width / height;
  if (aspect > 1.3) return "landscape";
  if (aspect < 0.8) return "vertical";
  return "horizontal";
}
