import { scrollBehavior } from "../lib/motion";
import { newest } from "../locales/newest";
import styles from "./PageNewestPill.module.css";

/** How many newer ones wait above the page, and the way to them. */
export default function PageNewestPill({
  count,
  noun,
}: {
  count: number;
  noun: Parameters<typeof newest>[0]["noun"];
}) {
  return (
    <div className={styles.float} role="status">
      {count > 0 && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => scrollTo({ top: 0, behavior: scrollBehavior() })}
        >
          {newest({ count, noun })}
        </button>
      )}
    </div>
  );
}
