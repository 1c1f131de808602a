import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./WhileNear.module.css";

/**
 * What stands at the end of a row, as long as the row is on the screen: of a list of hundreds, each of which asks the
 * server something of its own, those are followed that somebody looks at.
 */
export function WhileNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver((seen) => setNear(Boolean(seen.at(-1)?.isIntersecting)));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.place}>
      {isNear && children}
    </div>
  );
}
