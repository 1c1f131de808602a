import { useEffect } from "react";
import { api } from "../../api";
import { useOptionalQuery } from "../../ui/useOptionalQuery";
import { addHueRules } from "./hues";

/** The nooks that there have always been, in the order of the specification's words. */
const FIRST: readonly string[] = ["randomized", "scenic", "lifestyle"];

const LOCK_DAYS = 7;
const DAY_MS = 86_400_000;

/** The names of the nooks to choose from, live: a proposal that passes joins them. */
export function useNooks(): readonly string[] {
  const nooks = useOptionalQuery(api.niches.getNooks, {});
  useEffect(() => {
    // The first ones have their light already, and a rule anew would have the whole page styled anew.
    const proposed = nooks?.filter(({ name }) => !FIRST.includes(name)) ?? [];
    if (proposed.length > 0) addHueRules(proposed);
  }, [nooks]);
  return nooks?.map(({ name }) => name) ?? FIRST;
}

/** Days until the nook may change again, 0 when it may. Only for showing: the server decides. */
export function daysLocked(lastChange: string | null | undefined, now: Date): number {
  if (!lastChange) return 0;
  const elapsed = Math.floor((now.getTime() - new Date(lastChange).getTime()) / DAY_MS);
  // For a clock behind the server's, the change lies in the future.
  return Math.max(0, LOCK_DAYS - Math.max(0, elapsed));
}
