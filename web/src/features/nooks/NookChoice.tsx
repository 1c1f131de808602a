import type { OfferedNook } from "../../api";
import styles from "./NookChoice.module.css";
import { OFFERED } from "./nooks";

const LINES: Record<OfferedNook, string> = {
  randomized: "A bit of everything, by chance",
  scenic: "Places, weather, long light",
  lifestyle: "People, tables, days",
};

/** One of the offered nooks; each has its own light. */
export function NookChoice({
  value,
  onChange,
  disabled,
}: {
  value: string | null;
  onChange: (nook: OfferedNook) => void;
  disabled: boolean;
}) {
  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className="visually-hidden">Your nook</legend>
      {OFFERED.map((nook) => (
        <label key={nook} data-nook={nook} className={styles.nook}>
          <input
            type="radio"
            name="nook"
            value={nook}
            checked={value === nook}
            onChange={() => onChange(nook)}
            aria-label={nook.toUpperCase()}
            aria-describedby={`${nook}-line`}
          />
          <span className={styles.name}>{nook.toUpperCase()}</span>
          <span id={`${nook}-line`} className={styles.line}>
            {LINES[nook]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
