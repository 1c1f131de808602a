import { useQueries } from "convex/react";
import { type FunctionReference, type FunctionReturnType, getFunctionName } from "convex/server";
import { useEffect, useMemo, useState } from "react";

const AGAIN_MS = 4_000;
const NOTHING = {};

/**
 * What the server says, for what only adds to a screen: undefined before it has said it, and while it cannot. Then it
 * is asked again by itself, since nobody would miss it enough to press a button.
 */
export function useIfKnown<Query extends FunctionReference<"query">>(
  query: Query,
  args: Query["_args"],
): FunctionReturnType<Query> | undefined {
  const [rests, setRests] = useState(false);
  const name = getFunctionName(query);
  const key = JSON.stringify(args);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same question is the same, whoever wrote it down
  const asked = useMemo(() => ({ said: { query, args } }), [name, key]);
  const { said } = useQueries(rests ? NOTHING : asked);
  const hasFailed = said instanceof Error;
  useEffect(() => {
    if (hasFailed) setRests(true);
  }, [hasFailed]);
  useEffect(() => {
    if (!rests) return;
    const timer = setTimeout(() => setRests(false), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [rests]);
  return hasFailed ? undefined : said;
}
