const STEPS: [string, number][] = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * '3 minutes ago'; anything younger than a minute, or from a clock ahead of ours, is 'just now'. Put together by hand: the
 * browser's own formatter takes a phone 60 ms to begin with, before the first picture.
 */
export function ago(then: Date, now: Date): string {
  const seconds = (now.getTime() - then.getTime()) / 1000;
  for (const [unit, size] of STEPS) {
    const count = Math.floor(seconds / size);
    if (count > 0) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}
