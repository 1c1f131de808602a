import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import styles from "./Field.module.css";
import { Drawing } from "./Icon";

const TICK = "M5 12.5l4.500 4.500L19 7.500";

/** `wrong` is an error about the typed value, in words. */
interface Labelled {
  label: string;
  hint?: ReactNode;
  wrong?: string | undefined;
}

/**
 * `isRight` puts a tick beside the label. A field that has it, true or not, announces its errors when they appear.
 * `rules` stay below the error, `end` is a button inside the field.
 */
interface Marked {
  isRight?: boolean | undefined;
  rules?: ReactNode;
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Field({
  label,
  hint,
  wrong,
  isRight,
  rules,
  end,
  ...rest
}: Labelled & Marked & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const described = [(wrong || hint) && `${id}hint`, rules && `${id}rules`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {isRight && <Drawing path={TICK} />}
      </label>
      <div className={end ? styles.ended : undefined}>
        <input
          {...rest}
          id={id}
          className={styles.input}
          aria-invalid={wrong ? true : rest["aria-invalid"]}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      <Hint id={id} wrong={wrong} isLive={isRight !== undefined}>
        {hint}
      </Hint>
      {rules && <div id={`${id}rules`}>{rules}</div>}
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

function Hint({
  id,
  wrong,
  isLive = false,
  children,
}: {
  id: string;
  wrong: string | undefined;
  isLive?: boolean;
  children: ReactNode;
}) {
  if (!children && !wrong && !isLive) return null;
  return (
    <p
      id={`${id}hint`}
      className={wrong ? styles.wrong : styles.hint}
      aria-live={isLive ? "polite" : undefined}
    >
      {wrong || children}
    </p>
  );
}
