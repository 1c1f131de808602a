import * as words from "../../locales/editor";
import { filterStyle, OFFERED, UNTOUCHED } from "../posts/filters";
import { Drawn } from "./Drawn";
import type { Crop } from "./edits";
import styles from "./FilterPanel.module.css";
import type { Picture } from "./picture";

const THUMB_PX = 160;

/** The filters, each on the member's own photograph. */
export function FilterPanel({
  picture,
  cut,
  chosen,
  also = "none",
  onChoose,
}: {
  picture: Picture;
  cut: Crop;
  chosen: string;
  also?: string | undefined;
  onChoose: (filter: string) => void;
}) {
  return (
    <div className={styles.filters} role="radiogroup" aria-label={words.filter()}>
      {[...new Set([...OFFERED, also])].map((name) => (
        <label key={name} className={styles.filter}>
          <input
            type="radio"
            name="filter"
            className={styles.choice}
            checked={name === chosen}
            onChange={() => onChoose(name)}
          />
          <span className={styles.thumb}>
            <Drawn
              picture={picture}
              turn={cut.turn}
              box={cut.box}
              most={THUMB_PX}
              style={filterStyle(name, UNTOUCHED)}
            />
          </span>
          {name}
        </label>
      ))}
    </div>
  );
}
