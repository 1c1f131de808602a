import { formatLanguage } from "../../../lib/language";
import * as messageWords from "../../../locales/message";
import styles from "./ChatMessage.module.css";
import { daysBetween } from "./groups";

const DAY = { weekday: "long", day: "numeric", month: "long" } as const;
const formats = new Map<boolean, Intl.DateTimeFormat>();

/** The line between two days. */
export function DayDivider({ of, now }: { of: string; now: Date }) {
  return (
    <p className={styles.day}>
      <time dateTime={of}>{wordsOf(new Date(of), now)}</time>
    </p>
  );
}

function wordsOf(day: Date, now: Date): string {
  const ago = daysBetween(day, now);
  // The sender's clock may be ahead.
  if (ago <= 0) return messageWords.today();
  if (ago === 1) return messageWords.yesterday();
  return formatOf(day.getFullYear() === now.getFullYear()).format(day);
}

function formatOf(isThisYear: boolean): Intl.DateTimeFormat {
  const known = formats.get(isThisYear);
  if (known) return known;
  const made = new Intl.DateTimeFormat(formatLanguage, isThisYear ? DAY : { ...DAY, year: "numeric" });
  formats.set(isThisYear, made);
  return made;
}
