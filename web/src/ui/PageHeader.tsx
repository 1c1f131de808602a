import type { ReactNode } from "react";
import * as shellWords from "../locales/shell";
import styles from "./PageHeader.module.css";

/** The title over a wall of fotos, with the ways that lead on from it, and a search where the screen has one. */
export function PageHeader({
  title,
  search,
  children,
}: {
  title: ReactNode;
  search?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children && (
        <nav className={styles.ways} aria-label={shellWords.fromHere()}>
          {children}
        </nav>
      )}
      {search && <div className={styles.search}>{search}</div>}
    </header>
  );
}
