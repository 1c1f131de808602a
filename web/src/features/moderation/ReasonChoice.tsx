import type { Reason } from "../../api";
import styles from "./ReasonChoice.module.css";
import { REASONS, reasonWords } from "./reasons";

/** The reasons, of which one is chosen. Enter on it sends the form around it. */
export function ReasonChoice({
  legend,
  chosen,
  onChoose,
}: {
  legend: string;
  chosen: Reason | null;
  onChoose: (reason: Reason) => void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {REASONS.map((reason) => (
        <label key={reason}>
          <input
            type="radio"
            name="reason"
            value={reason}
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
          />
          {reasonWords(reason)}
        </label>
      ))}
    </fieldset>
  );
}
