import * as words from "../locales/time";

const STEPS: [(count: { count: number }) => string, number][] = [
  [words.yearsAgo, 31_557_600],
  [words.monthsAgo, 2_629_800],
  [words.weeksAgo, 604_800],
  [words.daysAgo, 86_400],
  [words.hoursAgo, 3_600],
  [words.minutesAgo, 60],
];

/**
 * '3 minutes ago'; anything younger than a minute, or from a clock ahead of ours, is 'just now'. From the catalogue: the
 * browser's own formatter takes a phone 60 ms to begin with, before the first picture.
 */
export function ago(then: Date, now: Date): string {
  const seconds = (now.getTime() - then.getTime()) / 1000;
  for (const [words, size] of STEPS) {
    const count = Math.floor(seconds / size);
    if (count > 0) return words({ count });
  }
  return words.justNow();
}
