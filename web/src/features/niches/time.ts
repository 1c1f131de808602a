const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const FULL = 100;

/** Whole days that remain, as the board shows them. */
export function daysLeft(end: Date, now: Date): string {
  const days = Math.floor(hoursBetween(now, end) / DAY_HOURS);
  if (days === 0) return "Last day";
  return `${days} ${days === 1 ? "day" : "days"} remaining`;
}

/** Days and hours that remain, as the dialog shows them. */
export function timeLeft(end: Date, now: Date): string {
  const hours = hoursBetween(now, end);
  return `${Math.floor(hours / DAY_HOURS)}d ${hours % DAY_HOURS}h remaining`;
}

const hoursBetween = (from: Date, to: Date) =>
  Math.max(0, Math.floor((to.getTime() - from.getTime()) / HOUR_MS));

/** How much of the bar is full, in percent: never more than all of it. */
export const shareOf = (votes: number, total: number): number => Math.min(FULL, (votes / total) * FULL);
