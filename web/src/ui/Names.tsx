import type { ReactNode } from "react";
import styles from "./Names.module.css";

/** A member's name, and further words below it; each truncated at the end of its line. */
export function Names({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <span className={styles.names}>
      <strong dir="auto">{name}</strong>
      {children && <span>{children}</span>}
    </span>
  );
}
