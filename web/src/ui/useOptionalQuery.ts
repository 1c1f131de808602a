import { useQueries } from "convex/react";
import { type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { useEffect, useMemo, useState } from "react";

const RETRY_MS = 4_000;
const NO_QUERIES = {};

/**
 * The result of a query for an optional part of a screen: undefined while it loads and after it failed. A failed
 * query is retried automatically, without a button.
 */
export function useOptionalQuery<Query extends FunctionReference<"query">>(
  query: Query,
  args: Query["_args"],
): FunctionReturnType<Query> | undefined {
  const [isPaused, setPaused] = useState(false);
  const name = getFunctionName(query);
  const key = JSON.stringify(args);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name and the key identify the query
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
