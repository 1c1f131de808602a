import { Refusal, refusalFrom } from "./refusal";

const UNREACHABLE = "The server cannot be reached. Please try again.";

/** A JSON call to this origin, with the session's cookie. Throws a Refusal with the server's words. */
export async function post<Answer>(path: string, body: unknown, otherwise = UNREACHABLE): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-App": "1" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Refusal("unreachable", UNREACHABLE);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalFrom(response.status, answer, otherwise);
  return answer as Answer;
}
