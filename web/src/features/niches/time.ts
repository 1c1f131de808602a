import * as words from "../../locales/nextNook";

const HOUR_MS = 3_600_000;
/** A clock here that is this much behind the server's does not make eight days out of seven. */
const TOLERANCE_MS = 60_000;
const DAY_HOURS = 24;
const FULL = 100;

/** Whole days that remain, begun ones included, as the board shows them: a new proposal has all seven. */
export function daysLeft(end: Date, now: Date): string {
  const hours = hoursBetween(now, end);
  const days = Math.ceil(hours / DAY_HOURS);
  if (hours < DAY_HOURS) return words.lastDay();
  return words.daysRemaining({ count: days });
}

/** Days and hours that remain, begun hours included, as the dialog shows them. */
export function timeLeft(end: Date, now: Date): string {
  const hours = hoursBetween(now, end);
  return words.hoursRemaining({ days: Math.floor(hours / DAY_HOURS), hours: hours % DAY_HOURS });
}

const hoursBetween = (from: Date, to: Date) =>
  Math.max(0, Math.ceil((to.getTime() - from.getTime() - TOLERANCE_MS) / HOUR_MS));

/** How much of the bar is full, in percent: never more than all of it. */
export const shareOf = (votes: number, total: number): number => Math.min(FULL, (votes / total) * FULL);
