import type { ReactNode } from "react";
import styles from "./Page.module.css";

/** A page that is one narrow column under a title: forms, choices, calm words. */
export function Page({
  title,
  head,
  lead,
  children,
  wide = false,
}: {
  title: string;
  head?: ReactNode;
  lead?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}) {
  return (
    <main className={`${styles.page} ${wide ? styles.wide : ""}`}>
      {head && <div className={styles.head}>{head}</div>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.content}>{children}</div>
    </main>
  );
}
