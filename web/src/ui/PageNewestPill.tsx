import { scrollBehavior } from "../lib/motion";
import styles from "./PageNewestPill.module.css";

/** How many newer ones wait above the page, and the way to them. */
export default function PageNewestPill({ count, noun }: { count: number; noun: string }) {
  return (
    <div className={styles.float} role="status">
      {count > 0 && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => scrollTo({ top: 0, behavior: scrollBehavior() })}
        >
          {`${count} new ${noun}${count === 1 ? "" : "s"}`}
        </button>
      )}
    </div>
  );
}
