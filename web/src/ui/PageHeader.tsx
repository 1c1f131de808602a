import type { ReactNode } from "react";
import * as shellWords from "../locales/shell";
import styles from "./PageHeader.module.css";

/**
 * The title over a wall of fotos, with the ways that lead on from it, and a search where the screen has one. With
 * `searchFolds`, a phone shows a magnifier in the title's line until the search is used.
 */
export function PageHeader({
  title,
  search,
  searchFolds = false,
  children,
}: {
  title: ReactNode;
  search?: ReactNode;
  searchFolds?: boolean;
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
      {search && (
        <div className={styles.search} data-folds={searchFolds || undefined}>
          {search}
        </div>
      )}
    </header>
  );
}
