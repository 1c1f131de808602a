/** Longer than the writer's page waits before it says so again. */
export const SHOWN_MS = 6_000;
/** A signal older than this is ignored, however the clocks of both sides differ. */
const STALE_MS = 60_000;

/**
 * For how long to show that the other member is typing, after a signal that is `age` milliseconds old by the clocks
 * of both sides. A signal that arrives during the subscription is new even if the clocks differ; an earlier one may
 * be of a member who has left.
 */
export function shownFor(age: number, isNews: boolean): number {
  if (isNews) return age < STALE_MS ? SHOWN_MS : 0;
  return age >= 0 ? Math.max(0, SHOWN_MS - age) : 0;
}
