import { smoothly } from "../../lib/motion";
import styles from "./NewOnes.module.css";

/** How many newer ones wait above, and the way to them. */
export default function NewOnes({ count, noun = "foto" }: { count: number; noun?: "foto" | "flick" }) {
  return (
    <div className={styles.float} role="status">
      {count > 0 && (
        <button
          type="button"
          className={styles.pill}
          onClick={() => scrollTo({ top: 0, behavior: smoothly() })}
        >
          {count === 1 ? `1 new ${noun}` : `${count} new ${noun}s`}
        </button>
      )}
    </div>
  );
}
