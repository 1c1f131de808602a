import { useEffect, useState } from "react";
import { thumbHashToDataURL } from "thumbhash";
import type { Post } from "../../api";
import { ago } from "../../lib/time";
import styles from "./Foto.module.css";
import { sourcesOf } from "./sources";

/** Columns are a third of the page, which beside the rail is at most 1120 pixels wide. */
const SIZES = "(min-width: 1352px) 371px, (min-width: 900px) calc((100vw - 232px) / 3), 33vw";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 16_000;
const MOST_ATTEMPTS = 20;

/** A photograph in its reserved place: its thumbhash at once, then the sharp picture over it. */
export function Foto({ post, eager }: { post: Post; eager: boolean }) {
  const [sharp, setSharp] = useState(false);
  const { attempt, failed } = useAttempts();
  const { modern, jpeg } = sourcesOf(post);
  return (
    <figure className={styles.foto} style={{ backgroundImage: blurOf(post.thumbhash) }}>
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
          decoding="async"
          draggable={false}
          onLoad={() => setSharp(true)}
          onError={failed}
        />
      </picture>
      <figcaption className={styles.caption}>
        <span>
          <b>@{post.username}</b> · {ago(new Date(post.createdAt), new Date())}
        </span>
        {post.caption && <span className={styles.words}>{post.caption}</span>}
      </figcaption>
    </figure>
  );
}

/** A browser asks for a picture once. Whoever was cut off while it came gets it as soon as there is a way again. */
function useAttempts() {
  const [attempt, setAttempt] = useState(0);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isFailed || attempt >= MOST_ATTEMPTS) return;
    const again = () => {
      setFailed(false);
      setAttempt((before) => before + 1);
    };
    const timer = setTimeout(again, Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS));
    window.addEventListener("online", again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("online", again);
    };
  }, [isFailed, attempt]);
  return { attempt, failed: () => setFailed(true) };
}

function blurOf(thumbhash: string): string {
  try {
    const hash = Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0));
    return hash.length < 5 ? "none" : `url(${thumbHashToDataURL(hash)})`;
  } catch {
    return "none";
  }
}
