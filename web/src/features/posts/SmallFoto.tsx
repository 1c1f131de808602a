import type { Post } from "../../api";
import { colourOf } from "../../lib/averageColour";
import { paintedBlur } from "../../lib/blur";
import * as words from "../../locales/posts";
import { filterStyle, isMeasured } from "./filters";
import styles from "./SmallFoto.module.css";
import { sourcesOf } from "./sources";
import { useAttempts } from "./useAttempts";

type Shown = Pick<Post, "imageUrl" | "variants" | "thumbhash" | "filter" | "adjustments" | "altText"> & {
  username?: string;
};

/** The middle of a foto in a square. `sizes` says how wide it is on the page, as `sizes` of an image does. */
export function SmallFoto({
  post,
  sizes,
  isDecoration = false,
}: {
  post: Shown;
  sizes: string;
  isDecoration?: boolean;
}) {
  const { attempt, failed } = useAttempts();
  const { modern, jpeg } = sourcesOf(post);
  return (
    <span
      className={styles.foto}
      data-measured={isMeasured(post.filter) || undefined}
      style={{ backgroundColor: colourOf(post.thumbhash), backgroundImage: paintedBlur(post.thumbhash) }}
    >
      <picture key={attempt}>
        {modern.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          src={post.imageUrl}
          srcSet={jpeg}
          sizes={sizes}
          alt={isDecoration ? "" : post.altText || words.fotoBy({ username: post.username ?? "" })}
          loading="lazy"
          decoding="async"
          draggable={false}
          style={filterStyle(post.filter, post.adjustments)}
          onError={failed}
        />
      </picture>
    </span>
  );
}
