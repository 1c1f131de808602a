import type { OfferedNook } from "../../api";

/** The nooks that are offered, in the order of the specification's words. */
export const OFFERED: readonly OfferedNook[] = ["randomized", "scenic", "lifestyle"];

const LOCK_DAYS = 7;
const DAY_MS = 86_400_000;

/** Days until the nook may change again, 0 when it may. Only for showing: the server decides. */
export function daysLocked(lastChange: string | null | undefined, now: Date): number {
  if (!lastChange) return 0;
  const elapsed = Math.floor((now.getTime() - new Date(lastChange).getTime()) / DAY_MS);
  return Math.max(0, LOCK_DAYS - elapsed);
}
