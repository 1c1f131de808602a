import { useState } from "react";
import styles from "./Avatar.module.css";

const DEFAULT = "/default-avatar.png";
/** The address of an upload as it was answered: the widest JPEG. */
const WIDEST = /^(\/media\/[^/]+\/(?:[^/]+-)?)(\d+)\.jpg$/;
/** Narrower ones that are made of each a moment after it was uploaded. */
const NARROWER = [320, 640];
/** Pixels of a sharp phone for each of ours. */
const DENSITY = 3;

/**
 * Somebody's picture, round; the default one where there is none or it does not load. It says nothing to those who
 * listen: the name stands beside it. `flow` draws the ring of those one is in flow with.
 */
export function Avatar({ src, size, flow = false }: { src: string; size: number; flow?: boolean }) {
  const [failed, setFailed] = useState<string[]>([]);
  const found = [narrow(src, size), src].find((each) => each && !failed.includes(each)) ?? DEFAULT;
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

/** A picture of this address that is as wide as it is drawn, and not ten times: it may not be there yet. */
export function narrow(src: string, size: number): string {
  const [, before, widest] = WIDEST.exec(src) ?? [];
  const width = NARROWER.find((each) => each >= size * DENSITY && each < Number(widest));
  return width ? `${before}${width}.webp` : src;
}
