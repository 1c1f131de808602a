/** Characters of a report, of the facts of a measure and of an appeal; the server gives the same limit. */
export const WORDS_MAX = 500;
/** Characters of a moderator's note. */
export const NOTE_MAX = 1_000;
/** The longest restriction and suspension, in days. */
export const DAYS_MAX = 365;
