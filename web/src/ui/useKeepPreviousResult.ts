import { useState } from "react";

/**
 * The result for the current text, or the previous one, marked as stale. A late result for an older text is never
 * shown.
 */
export function useKeepPreviousResult<Result>(
  wanted: string,
  asked: string,
  found: Result | undefined,
): { answer: Result | undefined; isStale: boolean } {
  const [last, setLast] = useState<Result>();
  const current = wanted === asked ? found : undefined;
  const shown = wanted ? (current ?? last) : undefined;
  if (shown !== last) setLast(shown);
  return { answer: shown, isStale: current === undefined };
}
