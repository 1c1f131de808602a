import { type ReactNode, useEffect, useRef, useState } from "react";
import styles from "./WhileVisible.module.css";

/**
 * Renders its children while the row is on the screen: in a list of hundreds of rows, each with a query of its own,
 * only the visible ones are subscribed to.
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
