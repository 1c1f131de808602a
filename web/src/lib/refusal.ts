import { ConvexError } from "convex/values";
import { formatDuration, translatedRefusal } from "./language";

/** Until when an account is suspended, null for no end, and the token of the page that says why. */
export interface Suspension {
  until: string | null;
  appeal: string;
}

/**
 * The server, or the road to it, said no over HTTP. Code decides by `code`; `message` is the sentence in English, and
 * `template` the same before the values in `params` were filled in; `retryAfter` is in seconds.
 */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
    readonly retryAfter?: number,
    readonly template?: string,
    readonly params?: Record<string, unknown>,
    readonly suspension?: Suspension,
  ) {
    super(message);
    this.name = "Refusal";
  }
}

/** The words to show for a failure; whatever was not said on purpose becomes `otherwise`. */
export function wordsFor(error: unknown, otherwise: string): string {
  if (error instanceof Refusal) return saidIn(error) ?? otherwise;
  if (error instanceof ConvexError) return saidIn(error.data) ?? otherwise;
  return otherwise;
}

/** The English sentence of a refusal, by which translations and code find it; null when it was none. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  return error instanceof ConvexError ? textAt(error.data, "message") : null;
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

/** Reads `{code, message, template?, params?, field?, retryAfter?, until?, appeal?}` as the server writes it; anything else becomes the status in words. */
export function refusalFrom(status: number, body: unknown, otherwise: string): Refusal {
  const code = textAt(body, "code") ?? `http_${status}`;
  const { retryAfter, params } = Object(body) as { retryAfter?: number; params?: Record<string, unknown> };
  return new Refusal(
    code,
    textAt(body, "message") ?? otherwise,
    textAt(body, "field") ?? undefined,
    retryAfter,
    textAt(body, "template") ?? undefined,
    params,
    suspensionIn(body),
  );
}

function suspensionIn(body: unknown): Suspension | undefined {
  const appeal = textAt(body, "appeal");
  return appeal === null ? undefined : { until: textAt(body, "until"), appeal };
}

/** The refusal in the page's language where the catalogue has its sentence, else the server's own in English. */
function saidIn(data: unknown): string | null {
  if (typeof data === "string") return data;
  const { params, retryAfter } = Object(data) as { params?: Record<string, unknown>; retryAfter?: number };
  const message = textAt(data, "message");
  const wait = retryAfter === undefined ? undefined : formatDuration(retryAfter);
  return translatedRefusal(textAt(data, "template") ?? message ?? "", { wait, ...params }) ?? message;
}

function textAt(body: unknown, key: string): string | null {
  if (typeof body !== "object" || body === null) return null;
  const value = (body as Record<string, unknown>)[key];
  return typeof value === "string" && value !== "" ? value : null;
}
