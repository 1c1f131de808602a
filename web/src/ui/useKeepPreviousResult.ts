import { useState } from "react";

/**
 * The answer to what is wanted, or the last one before it, which is stale. An answer that arrives late, for text that was
 * changed since it was asked, is never shown.
 */
export function useKeepPreviousResult<Result>(
  wanted: string,
  asked: string,
  found: Result | undefined,
): { answer: Result | undefined; isStale: boolean } {
  const [last, setLast] = useState<Result>();
  const current = wanted === asked ? found : undefined;
  const kept = wanted ? (current ?? last) : undefined;
  if (kept !== last) setLast(kept);
  return { answer: kept, isStale: current === undefined };
}
