import { useId } from "react";
import styles from "./RadioChoice.module.css";

export interface RadioOption<Value extends string> {
  value: Value;
  words: string;
}

/**
 * Options under each other, of which one is chosen. Enter on it sends the form around it. With `autoFocus`, the chosen
 * one has the focus first, or the first one.
 */
export function RadioChoice<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
  autoFocus = false,
}: {
  legend: string;
  options: readonly RadioOption<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  autoFocus?: boolean;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map(({ value, words }, at) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            // biome-ignore lint/a11y/noAutofocus: a dialog that loads its options focuses them as it would without a wait
            autoFocus={autoFocus && (chosen === null ? at === 0 : value === chosen)}
            onChange={() => onChoose(value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
