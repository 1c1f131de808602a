import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import styles from "./Field.module.css";

interface Labelled {
  label: string;
  hint?: ReactNode;
}

export function Field({ label, hint, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input {...rest} id={id} className={styles.input} aria-describedby={hint ? `${id}hint` : undefined} />
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

export function TextField({ label, hint, ...rest }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        className={`${styles.input} ${styles.text}`}
        aria-describedby={hint ? `${id}hint` : undefined}
      />
      <Hint id={id}>{hint}</Hint>
    </div>
  );
}

/** A box to tick; the label may hold a button that explains it. */
export function Tick({ children, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.tick}>
      <input {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={`${id}hint`} className={styles.hint}>
      {children}
    </p>
  );
}
