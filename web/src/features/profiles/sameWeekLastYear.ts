const DAYS_OF_52_WEEKS = 364;
const MONDAY = 1;

/** The Monday, at its first moment here, of the week 52 weeks ago: the same days of the week, a year before. */
export function sameWeekLastYear(now: Date): Date {
  const day = (now.getDay() - MONDAY + 7) % 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - day - DAYS_OF_52_WEEKS);
}
