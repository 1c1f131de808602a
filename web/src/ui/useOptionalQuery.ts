import { useQueries } from "convex/react";
import { type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { useEffect, useMemo, useState } from "react";

const RETRY_MS = 4_000;
const NO_QUERIES = {};

/**
 * What the server says, for what only adds to a screen: undefined before it has said it, and while it cannot. Then it
 * is asked again by itself, since nobody would miss it enough to press a button.
 */
export function useOptionalQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: Query["_args"],
): FunctionReturnType<Query> | undefined {
  const [isPaused, setPaused] = useState(false);
  const name = getFunctionName(query);
  const key = JSON.stringify(args);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is the same, whoever wrote it down
  const asked = useMemo(() => ({ said: { query, args } }), [name, key]);
  const { said } = useQueries(isPaused ? NO_QUERIES : asked);
  const hasFailed = said instanceof Error;
  useEffect(() => {
    if (hasFailed) setPaused(true);
  }, [hasFailed]);
  useEffect(() => {
    if (!isPaused) return;
    const timer = setTimeout(() => setPaused(false), RETRY_MS);
    return () => clearTimeout(timer);
  }, [isPaused]);
  return hasFailed ? undefined : said;
}
