import type { ReactNode } from "react";
import styles from "./Names.module.css";

/** Somebody's name, and below it what else there is to say of them; each cut off where its line ends. */
export function Names({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <span className={styles.names}>
      <strong>{name}</strong>
      {children && <span>{children}</span>}
    </span>
  );
}
