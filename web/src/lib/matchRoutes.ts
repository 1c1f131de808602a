/** A route as far as matching is concerned: a pattern of its own, or routes inside it. */
export interface RoutePattern<Route> {
  /** A whole path such as `/preview/:profileId`, or `*` for every path. */
  path?: string;
  /** Without it, `/Settings` also leads to `/settings`. */
  caseSensitive?: boolean;
  children?: readonly Route[];
}

export interface RouteMatch<Route> {
  /** From the outermost route to the one with the pattern. */
  chain: readonly Route[];
  /** The segments that the pattern names, decoded. */
  params: Readonly<Record<string, string>>;
}

/**
 * The first route whose pattern fits the path, in the order in which they are written; undefined if none does. Slashes
 * at the end do not count.
 */
export function matchRoutes<Route extends RoutePattern<Route>>(
  routes: readonly Route[],
  pathname: string,
): RouteMatch<Route> | undefined {
  for (const route of routes) {
    if (route.children) {
      const inner = matchRoutes(route.children, pathname);
      if (inner) return { ...inner, chain: [route, ...inner.chain] };
    }
    const params = route.path === undefined ? undefined : paramsOf(route.path, pathname, route.caseSensitive);
    if (params) return { chain: [route], params };
  }
  return undefined;
}

const segmentsOf = (path: string) => path.split("/").filter(Boolean);

function paramsOf(pattern: string, pathname: string, isCaseSensitive = false) {
  const params: Record<string, string> = {};
  if (pattern === "*") return params;
  const fold = (text: string) => (isCaseSensitive ? text : text.toLowerCase());
  const expected = segmentsOf(pattern);
  const actual = segmentsOf(pathname);
  if (expected.length !== actual.length) return undefined;
  for (const [index, segment] of expected.entries()) {
    const given = decoded(actual[index] ?? "");
    if (segment.startsWith(":")) params[segment.slice(1)] = given;
    else if (fold(segment) !== fold(given)) return undefined;
  }
  return params;
}

/** An address may hold a percent sign that encodes nothing. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
