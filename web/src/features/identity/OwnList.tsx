import type { ReactNode } from "react";
import styles from "./OwnList.module.css";

/** One row of the member's own sessions, passkeys or browsers: a name, a line of times below it, and what can be done with it. */
export function OwnRow({
  name,
  times,
  translate,
  children,
}: {
  name: string;
  times: ReactNode;
  translate?: "no" | undefined;
  children?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <p className={styles.name} translate={translate}>
          {name}
        </p>
        <p className={styles.times}>{times}</p>
      </div>
      <div className={styles.actions}>{children}</div>
    </li>
  );
}

export function OwnList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}
