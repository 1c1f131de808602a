import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./WhileVisible.module.css";

/**
 * What stands at the end of a row, as long as the row is on the screen: of a list of hundreds, each of which asks the
 * server something of its own, those are followed that somebody looks at.
 */
export function WhileVisible({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const watcher = new IntersectionObserver((seen) => setVisible(Boolean(seen.at(-1)?.isIntersecting)));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  return (
    <div ref={place} className={styles.place}>
      {isVisible && children}
    </div>
  );
}
