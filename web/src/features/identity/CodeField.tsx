import * as words from "../../locales/code";
import styles from "./CodeField.module.css";
import { CODE_LENGTH, codeIn } from "./rules";

/** The name of the input. */
export const CODE = "code";

/** One input drawn as six cells, so that pasting, filling in from the mail and screen readers just work. */
export function CodeField({
  value,
  onChange,
  onEnter,
  disabled,
  wrong,
  autoFocus = false,
  describedBy,
}: {
  value: string;
  onChange: (code: string) => void;
  onEnter: () => void;
  disabled: boolean;
  wrong: boolean;
  autoFocus?: boolean;
  /** The id of the words that say where the code comes from. */
  describedBy?: string;
}) {
  return (
    <div className={styles.code} data-wrong={wrong || undefined}>
      <input
        name={CODE}
        aria-label={words.code()}
        aria-invalid={wrong}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={value}
        readOnly={disabled}
        // biome-ignore lint/a11y/noAutofocus: a step that asks for nothing but the code may be typed into at once
        autoFocus={autoFocus}
        onChange={(event) => onChange(codeIn(event.target.value))}
        onKeyDown={(event) => event.key === "Enter" && onEnter()}
      />
      <div className={styles.cells} aria-hidden="true">
        {Array.from({ length: CODE_LENGTH }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the cells are places, not things
          <span key={index} data-next={index === value.length || undefined}>
            {value[index]}
          </span>
        ))}
      </div>
    </div>
  );
}
