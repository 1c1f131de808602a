import { useRef, useState } from "react";
import type { Post } from "../../../api";
import { blurOf } from "../../../lib/blur";
import { navigate } from "../../../lib/history";
import { prefersReducedMotion } from "../../../lib/motion";
import * as words from "../../../locales/severalFotos";
import { Icon } from "../../../ui/Icon";
import { sizesIn } from "../Foto";
import { filterStyle } from "../filters";
import type { PlacedPost } from "../placedPost";
import { sourcesOf } from "../sources";
import { useFotosOf } from "../viewer/places";
import styles from "./TileCarousel.module.css";

/**
 * The further fotos of a post on its tile: a finger or the arrows draw them over the first one, and a click opens the
 * one that is shown. It lies beside the tile's link, which keyboards and screen readers use; the viewer shows all fotos.
 */
export default function TileCarousel({
  post,
  columns,
  to,
  state,
}: {
  post: Post;
  columns: number;
  /** Where the tile leads, with the state of that history step. */
  to: string;
  state: object;
}) {
  const fotos = useFotosOf(post);
  const strip = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(0);
  const [isTouched, setTouched] = useState(false);
  const turn = (step: 1 | -1) =>
    strip.current?.children[place + step]?.scrollIntoView({
      behavior: prefersReducedMotion() ? "auto" : "smooth",
      block: "nearest",
      inline: "start",
    });
  const count = post.fotoCount ?? 1;
  return (
    <div className={styles.over} aria-hidden="true" onPointerEnter={() => setTouched(true)}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the link beside it takes the keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the link beside it takes the keys */}
      <div
        ref={strip}
        className={styles.strip}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setPlace(Math.round(Math.abs(scrollLeft) / Math.max(1, clientWidth)))
        }
        onClick={() => navigate(to, { state: { ...state, place } })}
      >
        <div className={styles.page} />
        {fotos.slice(1).map((foto) => (
          <div key={foto.place} className={styles.page} style={{ backgroundImage: blurOf(foto.thumbhash) }}>
            {(isTouched || place > 0) && <Picture foto={foto} sizes={sizesIn(columns)} />}
          </div>
        ))}
      </div>
      <span className={styles.count} data-count>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M5 1.500h8.500a1 1 0 0 1 1 1V11M2.500 5h8a1 1 0 0 1 1 1v7.500a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1z" />
        </svg>
        {place > 0 ? `${place + 1}/${count}` : count}
      </span>
      {place > 0 && <Turn side="back" words={words.previous()} onTurn={() => turn(-1)} />}
      {place < fotos.length - 1 && <Turn side="onward" words={words.next()} onTurn={() => turn(1)} />}
    </div>
  );
}

function Turn({ side, words, onTurn }: { side: "back" | "onward"; words: string; onTurn: () => void }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.turn}
      data-side={side}
      title={words}
      onClick={onTurn}
    >
      <Icon name={side} />
    </button>
  );
}

function Picture({ foto, sizes }: { foto: PlacedPost; sizes: string }) {
  const { modern, jpeg } = sourcesOf(foto);
  return (
    <picture>
      {modern.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={foto.imageUrl}
        srcSet={jpeg}
        sizes={sizes}
        alt=""
        decoding="async"
        draggable={false}
        style={filterStyle(foto.filter, foto.adjustments)}
      />
    </picture>
  );
}
