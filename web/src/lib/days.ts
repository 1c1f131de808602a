import { formatLanguage } from "./language";

/** A day in words, such as 'April 2, 1990', where the reader is. */
export const longDate = (moment: string): string =>
  new Intl.DateTimeFormat(formatLanguage, { dateStyle: "long" }).format(new Date(moment));

/** The same with the time of day. */
export const longTime = (moment: string): string =>
  new Intl.DateTimeFormat(formatLanguage, { dateStyle: "long", timeStyle: "short" }).format(new Date(moment));
