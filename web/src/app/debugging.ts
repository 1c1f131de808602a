/**
 * While somebody develops the app, what goes wrong on a page stands in the server's log as well, beside what the server did
 * for it. It is no part of what is built.
 */
export function reportErrors(): void {
  addEventListener("error", ({ message, error }) => void report("error", error ?? message));
  addEventListener("unhandledrejection", ({ reason }) => void report("unhandled rejection", reason));
}

/** Nobody waits for it, and whether it arrives changes nothing. */
async function report(kind: string, what: unknown): Promise<void> {
  const words = what instanceof Error ? (what.stack ?? what.message) : String(what);
  const body = JSON.stringify({ kind, page: location.pathname, words });
  const headers = { "Content-Type": "application/json" };
  await fetch("/api/debug_event", { method: "POST", headers, body }).catch(() => undefined);
}
