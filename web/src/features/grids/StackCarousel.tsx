import { type CSSProperties, useRef } from "react";
import * as words from "../../locales/carousel";
import { CarouselControls } from "./CarouselControls";
import { type Drawn, Picture } from "./GridPicture";
import styles from "./StackCarousel.module.css";
import { useCarouselGestures } from "./useCarouselGestures";

const SIZES = "(min-width: 900px) 60vw, 100vw";

/** Images in a stack: the next ones show at the edge of the one in front, the previous ones lie above, out of sight. */
export function StackCarousel({
  images,
  at,
  onTurn,
}: {
  images: readonly Drawn[];
  at: number;
  onTurn: (to: number) => void;
}) {
  const stage = useRef<HTMLElement>(null);
  const turning = useCarouselGestures({ place: stage, axis: "down", at, count: images.length, onTurn });
  return (
    <section
      ref={stage}
      className={styles.carousel}
      aria-roledescription={words.carousel()}
      aria-label={words.fotosOfGrid()}
      {...turning}
    >
      <ul className={styles.stack} style={{ "--aspect": widest(images) } as CSSProperties}>
        {images.map((image, index) => (
          <li
            key={image.imageUrl}
            className={styles.card}
            style={{ "--away": index - at, zIndex: images.length - index } as CSSProperties}
            data-seen={index < at || undefined}
            aria-hidden={index !== at}
          >
            <Picture image={image} sizes={SIZES} eager fit="contain" />
          </li>
        ))}
      </ul>
      <CarouselControls thing="foto" axis="down" at={at} count={images.length} onTurn={onTurn} />
    </section>
  );
}

/** Width by height of the widest: all cards have its shape, so that none looks out at the sides of another. */
const widest = (images: readonly Drawn[]) =>
  Math.max(...images.map(({ width, height }) => width / Math.max(1, height)));
