import * as connectivityWords from "../locales/connectivity";
import { Refusal, refusalFrom } from "./refusal";

const OURS = { "X-App": "1" };

/** A JSON call to this origin, with the session's cookie. Throws a Refusal: the server's words, or `otherwise`. */
export function post<Answer>(
  path: string,
  body: unknown,
  otherwise = connectivityWords.unreachable(),
): Promise<Answer> {
  const headers = { ...OURS, "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) }, otherwise);
}

export function get<Answer>(path: string, otherwise = connectivityWords.unreachable()): Promise<Answer> {
  return ask(path, { headers: OURS }, otherwise);
}

async function ask<Answer>(path: string, request: RequestInit, otherwise: string): Promise<Answer> {
  const response = await fetch(path, request).catch(() => {
    throw new Refusal("unreachable", otherwise);
  });
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw refusalFrom(response.status, answer, otherwise);
  return answer as Answer;
}
