import { memo, type RefObject, useEffect, useRef, useState } from "react";
import type { Post } from "../../api";
import { colourOf } from "../../lib/averageColour";
import * as postsWords from "../../locales/posts";
import { Ago } from "../../ui/Ago";
import styles from "./Foto.module.css";
import { filterStyle, isMeasured } from "./filters";
import { isSamePost } from "./samePost";
import { sourcesOf } from "./sources";
import { useAttempts } from "./useAttempts";
import { COLUMNS } from "./wall/columns";

/**
 * How wide a foto is on the page, which beside the rail is at most 1120 pixels wide, and 1440 or 1800 on a large screen. A
 * single column is at most 640.
 */
export const sizesIn = (columns: number) =>
  columns === 1
    ? "(min-width: 640px) 640px, 100vw"
    : `(min-width: 2100px) ${Math.round(1791 / columns)}px, (min-width: 1600px) ${Math.round(1431 / columns)}px, (min-width: 1352px) ${Math.round(1113 / columns)}px, (min-width: 900px) calc((100vw - 232px) / ${columns}), ${Math.round(100 / columns)}vw`;

let blur: typeof import("../../lib/blur") | undefined;

/** Loaded beside the first fotos, which show their colour until then. */
async function paintBlur(frame: HTMLElement, thumbhash: string): Promise<void> {
  blur ??= await import("../../lib/blur");
  frame.style.setProperty("background-image", blur.blurOf(thumbhash));
}

/** A photograph that was here before has come by then, and its blur need not be painted. */
const PATIENCE_MS = 160;

interface Shown {
  post: Post;
  eager: boolean;
  columns?: number;
}

/**
 * A photograph in its reserved place: its colour at once, its blur soon, then the sharp picture over it. Not a `figure`: the link
 * around it would be called by the caption and not by the alternative text. A wall is drawn again with every step of the address
 * and of the scroll, its fotos are not.
 */
export const Foto = memo(
  Drawn,
  (before, now) =>
    before.eager === now.eager && before.columns === now.columns && isSamePost(before.post, now.post),
);

function Drawn({ post, eager, columns = COLUMNS }: Shown) {
  const sizes = sizesIn(columns);
  const [sharp, setSharp] = useState(false);
  const { attempt, failed } = useAttempts();
  const { modern, jpeg } = sourcesOf(post);
  const frame = useRef<HTMLDivElement>(null);
  useBlurred(frame, post.thumbhash, sharp);
  return (
    <div
      ref={frame}
      className={styles.foto}
      data-measured={isMeasured(post.filter) || undefined}
      style={{
        backgroundColor: colourOf(post.thumbhash),
        backgroundImage: blur?.paintedBlur(post.thumbhash),
      }}
    >
      <picture key={attempt}>
        {modern.map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
        ))}
        <img
          className={sharp || eager ? styles.sharp : styles.waiting}
          src={post.imageUrl}
          srcSet={jpeg}
          sizes={sizes}
          width={post.width}
          height={post.height}
          alt={post.altText || postsWords.fotoBy({ username: post.username })}
          loading={eager ? "eager" : "lazy"}
          fetchPriority={eager ? "high" : "auto"}
          decoding="async"
          draggable={false}
          style={filterStyle(post.filter, post.adjustments)}
          onLoad={() => setSharp(true)}
          onError={failed}
        />
      </picture>
      <div className={styles.caption}>
        <span>
          <b>@{post.username}</b> · <Ago since={post.createdAt} />
        </span>
        {post.caption && (
          <span className={styles.words} dir="auto">
            {post.caption}
          </span>
        )}
      </div>
    </div>
  );
}

/** Each blur is a task of its own: two dozen of them painted while a wall is drawn would hold up a phone. */
function useBlurred(frame: RefObject<HTMLElement | null>, thumbhash: string, isSharp: boolean): void {
  useEffect(() => {
    if (isSharp) return;
    // Without the code the colour stays.
    const paint = () => frame.current && paintBlur(frame.current, thumbhash).catch(() => undefined);
    const timer = setTimeout(paint, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [frame, thumbhash, isSharp]);
}
