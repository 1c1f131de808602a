import { useId } from "react";
import styles from "./RadioChoice.module.css";

export interface RadioOption<Value extends string> {
  value: Value;
  words: string;
}

/** Options under each other, of which one is chosen. Enter on it sends the form around it. */
export function RadioChoice<Value extends string>({
  legend,
  options,
  chosen,
  onChoose,
}: {
  legend: string;
  options: readonly RadioOption<Value>[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {options.map(({ value, words }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
