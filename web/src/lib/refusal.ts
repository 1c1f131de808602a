import { ConvexError } from "convex/values";

/** The server, or the road to it, said no over HTTP. `code` decides, `message` is for people; `retryAfter` in seconds. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
    readonly retryAfter?: number,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** The words to show for a failure; whatever was not said on purpose becomes `otherwise`. */
export function wordsFor(error: unknown, otherwise: string): string {
  if (error instanceof Refusal) return error.message || otherwise;
  if (error instanceof ConvexError) return saidIn(error.data) ?? otherwise;
  return otherwise;
}

/** The code of a failure, or null when it was not a refusal. */
export function codeOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof ConvexError)) return null;
  return textAt(error.data, "code");
}

/** The field that a refusal is about, or null. */
export function fieldOf(error: unknown): string | null {
  return error instanceof Refusal ? (error.field ?? null) : null;
}

/** Reads `{code, message, field?, retryAfter?}` as the server writes it; anything else becomes the status in words. */
export function refusalFrom(status: number, body: unknown, otherwise: string): Refusal {
  const code = textAt(body, "code") ?? `http_${status}`;
  const { retryAfter } = Object(body) as { retryAfter?: number };
  return new Refusal(
    code,
    textAt(body, "message") ?? otherwise,
    textAt(body, "field") ?? undefined,
    retryAfter,
  );
}

function saidIn(data: unknown): string | null {
  return typeof data === "string" ? data : textAt(data, "message");
}

function textAt(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === "string" && value !== "" ? value : null;
}
