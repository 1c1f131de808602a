import { useState } from "react";
import styles from "./Avatar.module.css";

const DEFAULT = "/default-avatar.png";

/**
 * Somebody's picture, round; the default one where there is none or it does not load. It says nothing to those who
 * listen: the name stands beside it. `flow` draws the ring of those one is in flow with.
 */
export function Avatar({ src, size, flow = false }: { src: string; size: number; flow?: boolean }) {
  const [failed, setFailed] = useState("");
  return (
    <img
      className={styles.avatar}
      data-flow={flow || undefined}
      src={src && src !== failed ? src : DEFAULT}
      alt=""
      width={size}
      height={size}
      decoding="async"
      draggable={false}
      onError={() => setFailed(src)}
    />
  );
}
