import type { ReactNode } from "react";
import styles from "./SearchBox.module.css";

/** What a search found; dimmed while an answer to newer text is on its way. */
export function SearchResults({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div className={styles.results} aria-busy={isStale}>
      {children}
    </div>
  );
}
