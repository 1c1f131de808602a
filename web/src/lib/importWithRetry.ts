import { session } from "./storage";

const RETRY_MS = 1_000;
const SOON_MS = 10_000;
const MISSING = "missing";

/**
 * Fetches code. If it does not come, the page is loaded again once the server can be reached: the browser remembers for
 * as long as a page is open that its code was not there. Code that is still missing right after that is an error.
 */
export async function importWithRetry<Answer>(fetch: () => Promise<Answer>): Promise<Answer> {
  try {
    return await fetch();
  } catch (error) {
    while (!(await window.fetch("/healthz").catch(() => null))?.ok)
      await new Promise((resume) => setTimeout(resume, RETRY_MS));
    const now = Date.now();
    if (now - Number(session.get(MISSING)) < SOON_MS) throw error;
    session.set(MISSING, String(now));
    window.location.reload();
    return new Promise(() => {});
  }
}
