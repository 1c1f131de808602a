import { type CSSProperties, useState } from "react";
import type { Post } from "../../api";
import { blurOf } from "../../lib/blur";
import * as postsWords from "../../locales/posts";
import { filterStyle } from "./filters";
import styles from "./LargeFoto.module.css";
import { sourcesOf } from "./sources";
import { useAttempts } from "./useAttempts";

const SIZES = "(min-width: 900px) calc(100vw - 480px), 100vw";
/** One that is enlarged gets its widest ordinary rendition, and one that is enlarged further the one with all pixels. */
const ENLARGED = "2048px";
const FULL = "16384px";

/** The post's foto as large as there is room, whole, in its own shape from the start. */
export function LargeFoto({
  post,
  isEnlarged = false,
  isFull = false,
}: {
  post: Post;
  isEnlarged?: boolean;
  isFull?: boolean;
}) {
  const enlarged = isFull ? FULL : ENLARGED;
  const sizes = isEnlarged ? enlarged : SIZES;
  const [sharp, setSharp] = useState(false);
  const { attempt, failed } = useAttempts();
  const { modern, jpeg } = sourcesOf(post, isFull);
  return (
    <picture
      key={attempt}
      className={styles.frame}
      style={
        {
          "--ratio": post.width / post.height,
          backgroundImage: sharp ? "none" : blurOf(post.thumbhash),
        } as CSSProperties
      }
    >
      {modern.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        className={styles.foto}
        src={post.imageUrl}
        srcSet={jpeg}
        sizes={sizes}
        width={post.width}
        height={post.height}
        draggable={false}
        alt={post.altText || postsWords.fotoBy({ username: post.username })}
        style={filterStyle(post.filter, post.adjustments)}
        onLoad={() => setSharp(true)}
        onError={failed}
      />
    </picture>
  );
}
