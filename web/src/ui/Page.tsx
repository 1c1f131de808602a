import type { ReactNode } from "react";
import styles from "./Page.module.css";

/** A page that is one narrow column under a title: forms, choices, calm words. `aside` is decoration beside it. With `reads`, it is a text. */
export function Page({
  title,
  head,
  lead,
  aside,
  children,
  wide = false,
  reads = false,
}: {
  title: string;
  head?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
  reads?: boolean;
}) {
  return (
    <main className={`${styles.page} ${wide ? styles.wide : ""} ${reads ? styles.reads : ""}`}>
      {aside && <div className={styles.aside}>{aside}</div>}
      {head && <div className={styles.head}>{head}</div>}
      <h1 className={styles.title}>{title}</h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.content}>{children}</div>
    </main>
  );
}
