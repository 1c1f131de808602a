/**
 * In development, errors of a page are also written to the server's log, beside the server's own lines. The build
 * leaves this out.
 */
export function reportErrors(): void {
  addEventListener("error", ({ message, error }) => void report("error", error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => void report("unhandled rejection", reason));
}

/** Fire and forget: a lost report changes nothing. */
async function report(kind: string, what: unknown): Promise<void> {
  const words = what instanceof Error ? (what.stack ?? what.message) : String(what);
  const body = JSON.stringify({ kind, page: location.pathname, words });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/debug_event", { method: "POST", headers, body }).catch(() => undefined);
}
