import type { ReactNode } from "react";
import * as shellWords from "../locales/shell";
import styles from "./PageHeader.module.css";

/** The title over a wall of fotos, with the ways that lead on from it. */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children && (
        <nav className={styles.ways} aria-label={shellWords.fromHere()}>
          {children}
        </nav>
      )}
    </header>
  );
}
