const AGAIN_MS = 1_000;

/** Fetches code, and asks for it again until it comes: whoever lost the connection finds it again. */
export async function untilThere<Answer>(fetch: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await fetch();
    } catch {
      await new Promise((resume) => setTimeout(resume, AGAIN_MS));
    }
  }
}
