import type { Post } from "../../api";

export interface Sources {
  modern: { type: string; srcSet: string }[];
  jpeg: string | undefined;
}

const BEST_FIRST = ["image/avif", "image/webp"];

/** The widest rendition that every foto may have. An author may allow one with all pixels, which takes megabytes. */
export const WIDEST_PX = 2048;

/** The renditions of a post as `srcset`s: modern formats best first, JPEG for everyone else. */
export function sourcesOf(post: Pick<Post, "variants">, isFull = false): Sources {
  const srcSet = (type: string) =>
    post.variants
      .filter((variant) => variant.type === type && (isFull || variant.width <= WIDEST_PX))
      .sort((a, b) => a.width - b.width)
      .map((variant) => `${variant.url} ${variant.width}w`)
      .join(", ");
  return {
    modern: BEST_FIRST.map((type) => ({ type, srcSet: srcSet(type) })).filter((source) => source.srcSet),
    jpeg: srcSet("image/jpeg") || undefined,
  };
}
