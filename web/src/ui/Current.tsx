import { useEffect, useRef } from "react";
import styles from "./Current.module.css";
import { flow } from "./flow";

/** Decoration only: nothing is said by it. */
export function Current() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? flow(canvas.current) : undefined), []);
  return (
    <div className={styles.current} aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}
