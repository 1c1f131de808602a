import { newest } from "../locales/newest";
import styles from "./NewestPill.module.css";

/** How many newer ones wait above a list that scrolls by itself, and the way to them. */
export function NewestPill({
  count,
  noun,
  onShow,
}: {
  count: number;
  noun: Parameters<typeof newest>[0]["noun"];
  onShow: () => void;
}) {
  return (
    <div className={styles.float} role="status">
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={onShow}>
          {newest({ count, noun })}
        </button>
      )}
    </div>
  );
}
