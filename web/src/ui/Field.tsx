import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from "react";
import styles from "./Field.module.css";

/** `wrong` is an error about the typed value, in words. */
interface Labelled {
  label: string;
  hint?: ReactNode;
  wrong?: string | undefined;
}

export function Field({ label, hint, wrong, ...rest }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        className={styles.input}
        aria-invalid={wrong ? true : rest["aria-invalid"]}
        aria-describedby={wrong || hint ? `${id}hint` : undefined}
      />
      <Hint id={id} wrong={wrong}>
        {hint}
      </Hint>
    </div>
  );
}

export function TextField({
  label,
  hint,
  wrong,
  ...rest
}: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        {...rest}
        id={id}
        className={`${styles.input} ${styles.text}`}
        aria-invalid={wrong ? true : rest["aria-invalid"]}
        aria-describedby={wrong || hint ? `${id}hint` : undefined}
      />
      <Hint id={id} wrong={wrong}>
        {hint}
      </Hint>
    </div>
  );
}

/** A box to tick; the label may hold a button that explains it. */
export function Checkbox({ children, ...rest }: InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className={styles.tick}>
      <input {...rest} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}

function Hint({ id, wrong, children }: { id: string; wrong: string | undefined; children: ReactNode }) {
  if (!children && !wrong) return null;
  return (
    <p id={`${id}hint`} className={wrong ? styles.wrong : styles.hint}>
      {wrong || children}
    </p>
  );
}
