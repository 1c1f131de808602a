import type { Post } from "../../api";

export interface Sources {
  modern: { type: string; srcSet: string }[];
  jpeg: string | undefined;
}

const BEST_FIRST = ["image/avif", "image/webp"];

/** The renditions of a post as `srcset`s: modern formats best first, JPEG for everyone else. */
export function sourcesOf(post: Pick<Post, "variants">): Sources {
  const srcSet = (type: string) =>
    post.variants
      .filter((variant) => variant.type === type)
      .sort((a, b) => a.width - b.width)
      .map((variant) => `${variant.url} ${variant.width}w`)
      .join(", ");
  return {
    modern: BEST_FIRST.map((type) => ({ type, srcSet: srcSet(type) })).filter((source) => source.srcSet),
    jpeg: srcSet("image/jpeg") || undefined,
  };
}
