import { type ReactNode, useId } from "react";
import * as words from "../../locales/nooks";
import { Drawing } from "../../ui/Icon";
import styles from "./NookChoice.module.css";
import { useNooks } from "./nooks";

const TICK = "M5 12.500 9.500 17 19 7.500";
const LINES: Record<string, () => string> = {
  randomized: words.randomized,
  scenic: words.scenic,
  lifestyle: words.lifestyle,
};

/** One of the offered nooks; each has its own light, and `fotosOf` it behind its name. */
export function NookChoice({
  value,
  onChange,
  disabled,
  fotosOf,
  stacked = false,
}: {
  value: string | null;
  onChange: (nook: string) => void;
  disabled: boolean;
  fotosOf: (nook: string) => ReactNode;
  /** Under each other, however wide the page is. */
  stacked?: boolean;
}) {
  const id = useId();
  return (
    <fieldset className={styles.choice} data-stacked={stacked || undefined} disabled={disabled}>
      <legend className="visually-hidden">{words.yourNook()}</legend>
      {useNooks().map((nook, index) => (
        <label key={nook} data-nook={nook} className={styles.nook}>
          <input
            type="radio"
            name="nook"
            value={nook}
            checked={value === nook}
            onChange={() => onChange(nook)}
            aria-label={nook.toUpperCase()}
            translate="no"
            aria-describedby={id + index}
          />
          {fotosOf(nook)}
          <span className={styles.tick}>
            <Drawing path={TICK} />
          </span>
          <span className={styles.name} translate="no">
            {nook.toUpperCase()}
          </span>
          <span id={id + index} className={styles.line}>
            {(LINES[nook] ?? words.shaped)()}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
