import { useState } from "react";
import styles from "./Avatar.module.css";

const DEFAULT = "/default-avatar.png";
/** The address of an upload as it was answered: its widest JPEG. Narrower pictures are made of it a moment after. */
const WIDEST = /^(.+[/-])(\d+)\.jpg$/;
const WIDTHS = [160, 320, 640];
/** Device pixels for each CSS pixel, up to the number that a reader can tell apart. */
const SHARP = 2.5;

/**
 * A member's picture, round; the default one where there is none or it does not load. Screen readers skip it: the
 * name stands beside it. `flow` draws the ring of members in flow.
 */
export function Avatar({ src, size, flow = false }: { src: string; size: number; flow?: boolean }) {
  const [failed, setFailed] = useState<string[]>([]);
  const found = [...narrow(src, size), src].find((each) => each && !failed.includes(each)) ?? DEFAULT;
  return (
    <img
      className={styles.avatar}
      data-flow={flow || undefined}
      src={found}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      onError={() => setFailed([...failed, found])}
    />
  );
}

/** Pictures about as wide as it is drawn on a sharp screen, and not ten times. They may not be there yet, or all of them. */
function narrow(src: string, size: number): string[] {
  const [, before, widest] = WIDEST.exec(src) ?? [];
  const wanted = WIDTHS.filter((width) => size * SHARP <= width && width < Number(widest));
  return wanted.slice(0, 2).map((width) => `${before}${width}.webp`);
}
