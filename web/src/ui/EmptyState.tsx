import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** A notice in the place of content: a title, one line of help, one action. */
export function EmptyState({
  title,
  help,
  action,
  heading: Heading = "p",
  alert = false,
}: {
  title: string;
  help?: ReactNode;
  action?: ReactNode;
  heading?: "h1" | "p";
  alert?: boolean;
}) {
  return (
    <div className={styles.notice} role={alert ? "alert" : undefined}>
      <Heading className={styles.title}>{title}</Heading>
      {help && <p className={styles.help}>{help}</p>}
      {action}
    </div>
  );
}
