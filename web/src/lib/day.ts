import * as dayWords from "../locales/day";
import { formatLanguage } from "./language";

const DAY = { weekday: "long", day: "numeric", month: "long" } as const;
const formats = new Map<boolean, Intl.DateTimeFormat>();

/** The day of a time in the reader's own calendar, in words. */
export function wordsOfDay(then: Date, now: Date): string {
  const ago = daysBetween(then, now);
  // The sender's clock may be ahead.
  if (ago <= 0) return dayWords.today();
  if (ago === 1) return dayWords.yesterday();
  return formatOf(then.getFullYear() === now.getFullYear()).format(then);
}

function formatOf(isThisYear: boolean): Intl.DateTimeFormat {
  const known = formats.get(isThisYear);
  if (known) return known;
  const made = new Intl.DateTimeFormat(formatLanguage, isThisYear ? DAY : { ...DAY, year: "numeric" });
  formats.set(isThisYear, made);
  return made;
}

/** How many midnights of the reader's own calendar lie between two times. */
export function daysBetween(then: Date, now: Date): number {
  const noon = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate());
  return Math.round((noon(now) - noon(then)) / 86_400_000);
}
