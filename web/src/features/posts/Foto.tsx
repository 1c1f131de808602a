import { useState } from "react";
import type { Post } from "../../api";
import { blurOf } from "../../lib/blur";
import { ago } from "../../lib/time";
import styles from "./Foto.module.css";
import { look } from "./filters";
import { sourcesOf } from "./sources";
import { useAttempts } from "./useAttempts";

/** Columns are a third of the page, which beside the rail is at most 1120 pixels wide. */
const SIZES = "(min-width: 1352px) 371px, (min-width: 900px) calc((100vw - 232px) / 3), 33vw";

/**
 * A photograph in its reserved place: its thumbhash at once, then the sharp picture over it. Not a `figure`: the link
 * around it would be called by the caption and not by the alternative text.
 */
export function Foto({ post, eager }: { post: Post; eager: boolean }) {
  const [sharp, setSharp] = useState(false);
  const { attempt, failed } = useAttempts();
  const { modern, jpeg } = sourcesOf(post);
  return (
    <div className={styles.foto} style={{ backgroundImage: blurOf(post.thumbhash) }}>
      <picture key={attempt}>
        {modern.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={SIZES} />
        ))}
        <img
          className={sharp ? styles.sharp : styles.waiting}
          src={post.imageUrl}
          srcSet={jpeg}
          sizes={SIZES}
          width={post.width}
          height={post.height}
          alt={post.altText || `Foto by @${post.username}`}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          draggable={false}
          style={look(post.filter, post.adjustments)}
          onLoad={() => setSharp(true)}
          onError={failed}
        />
      </picture>
      <div className={styles.caption}>
        <span>
          <b>@{post.username}</b> · {ago(new Date(post.createdAt), new Date())}
        </span>
        {post.caption && <span className={styles.words}>{post.caption}</span>}
      </div>
    </div>
  );
}
