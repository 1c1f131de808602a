import { formatLanguage } from "../../lib/language";

const MINUTE_MS = 60_000;
/** What the server allows; see `inflow/drafts/rules.py`. The field's first minute is two ahead, so that it is not over by then. */
const SOONEST_MS = 2 * MINUTE_MS;
const LATEST_MS = 365 * 24 * 60 * MINUTE_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

const MOMENT = {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
} as const;

/** The reader's time zone, such as 'Europe/Berlin'. */
export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment in the reader's own calendar and time zone. The year is said where it is another one. */
export function momentWords(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(formatLanguage, { ...MOMENT, ...year }).format(at);
}

/** The value of a `datetime-local` field for a moment, in local time. */
export function toField(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The moment in a `datetime-local` field; null for an incomplete one. A time that the clocks skip becomes the next one. */
export function fromField(value: string): Date | null {
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** The first and the last moment that can be chosen, and the one that is suggested: this time tomorrow, to the quarter. */
export function choices(now: Date): { min: string; max: string; suggested: string } {
  const quarter = 15 * MINUTE_MS;
  const tomorrow = Math.ceil((now.getTime() + DAY_MS) / quarter) * quarter;
  return {
    min: toField(new Date(now.getTime() + SOONEST_MS)),
    max: toField(new Date(now.getTime() + LATEST_MS - SOONEST_MS)),
    suggested: toField(new Date(tomorrow)),
  };
}
