import { wordsOfDay } from "../../../lib/day";
import styles from "./ChatMessage.module.css";

/** The line between two days. */
export function DayDivider({ of, now }: { of: string; now: Date }) {
  return (
    <p className={styles.day}>
      <time dateTime={of}>{wordsOfDay(new Date(of), now)}</time>
    </p>
  );
}
