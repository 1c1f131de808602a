import type { CSSProperties } from "react";
import type { Adjustments } from "../../api";

/** The filters that the composer offers, in its order. */
export const OFFERED = ["none", "melt", "outoffocus", "grauge", "2004s"] as const;

/** Leaves a photograph as it is. */
export const UNTOUCHED: Adjustments = { brightness: 100, contrast: 100, saturation: 100 };

/**
 * Every filter as CSS, mixed by ourselves. Lengths are in `cqw`, hundredths of the width of the frame that the foto
 * stands in, so that a thumbnail and a full screen look the same; the frame must be a container where they are used.
 */
const RECIPES: Record<string, string> = {
  none: "",
  melt: "blur(0.08cqw) sepia(0.32) saturate(1.75) hue-rotate(-16deg) contrast(0.9) brightness(1.08)",
  outoffocus: "blur(1.7cqw) saturate(1.15) brightness(1.03)",
  grauge: "grayscale(0.72) sepia(0.28) contrast(1.5) brightness(0.88)",
  "2004s": "contrast(1.22) brightness(1.16) saturate(1.3) sepia(0.14) hue-rotate(10deg)",
  clarendon: "contrast(1.2) saturate(1.35) hue-rotate(-4deg)",
  gingham: "sepia(0.12) contrast(0.86) brightness(1.1) saturate(0.82)",
  moon: "grayscale(1) contrast(1.12) brightness(1.1)",
  lark: "contrast(0.92) brightness(1.16) saturate(1.12)",
  reyes: "sepia(0.24) brightness(1.14) contrast(0.82) saturate(0.74)",
  juno: "sepia(0.16) contrast(1.14) saturate(1.7) hue-rotate(-8deg)",
  slumber: "sepia(0.3) saturate(0.72) brightness(0.94) contrast(0.94)",
  crema: "sepia(0.42) saturate(0.66) contrast(0.94) brightness(1.06)",
  ludwig: "contrast(1.06) saturate(0.74) brightness(1.12)",
  aden: "hue-rotate(-18deg) contrast(0.88) saturate(0.84) brightness(1.16)",
  perpetua: "hue-rotate(8deg) saturate(1.24) contrast(1.04) brightness(1.06)",
};

/** A blurred picture fades at its edges. Drawn a little larger, it hides them behind its frame. */
const LARGER: Record<string, string> = { melt: "1.01", outoffocus: "1.08" };

export const FILTERS = Object.keys(RECIPES);

/** A filter that we know; `none` for a name that we do not. */
export function filterNamed(name: string): string {
  return Object.hasOwn(RECIPES, name) ? name : "none";
}

/** The CSS of a filter, without the author's adjustments. */
export const recipe = (filter: string) => RECIPES[filterNamed(filter)] ?? "";

/** Whether it takes the width of its frame, which must then be a container. */
export const isMeasured = (filter: string) => recipe(filter).includes("cqw");

/** How a foto is drawn: the filter first, then its author's adjustments. Nothing at all where both leave it as it is. */
export function filterStyle(filter: string, adjustments: Adjustments): CSSProperties {
  const name = filterNamed(filter);
  const parts = [recipe(name), ...adjusted(adjustments)].filter(Boolean);
  if (parts.length === 0) return {};
  return { filter: parts.join(" "), ...(LARGER[name] ? { scale: LARGER[name] } : {}) };
}

function adjusted({ brightness, contrast, saturation }: Adjustments): string[] {
  const steps = { brightness, contrast, saturate: saturation };
  return Object.entries(steps)
    .filter(([, percent]) => percent !== 100)
    .map(([step, percent]) => `${step}(${percent}%)`);
}
