import type { ReactNode } from "react";
import styles from "./SearchBox.module.css";

/** The results of a search; dimmed while newer ones load. */
export function SearchResults({ isStale, children }: { isStale: boolean; children: ReactNode }) {
  return (
    <div className={styles.results} aria-busy={isStale}>
      {children}
    </div>
  );
}
