import type { ReactNode } from "react";
import styles from "./PageHeader.module.css";

/** The title over a wall of fotos, with the ways that lead on from it. */
export function PageHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children && (
        <nav className={styles.ways} aria-label="From here">
          {children}
        </nav>
      )}
    </header>
  );
}
