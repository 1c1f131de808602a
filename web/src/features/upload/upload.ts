import { codeOf, Refusal, refusalFrom } from "../../lib/refusal";
import * as uploadWords from "../../locales/upload";

/** The server's answer to an accepted photograph. Sizes in pixels, `thumbhash` in base64. */
export interface Upload {
  mediaId: string;
  imageUrl: string;
  width: number;
  height: number;
  thumbhash: string;
}

export interface Sent {
  loaded: number;
  total: number;
}

const PHOTO = /^image\/(?!svg)|\.(jpe?g|png|webp|avif|hei[cf])$/i;

/** Whether a file says that it is a photograph; the server looks at its bytes. */
export function looksLikePhoto(file: { type: string; name: string }): boolean {
  return PHOTO.test(file.type || file.name);
}

const MOST_BYTES = 25 * 1024 * 1024;
/** Larger files go in parts, so that a line that is cut costs little. */
const IN_PARTS_BYTES = 1024 * 1024;
const PAUSE_MS = 500;
/** A line on which nothing moves for so long is dead; the server needs less to answer when it has everything. */
const SILENCE_MS = 60_000;
/** The longest time that the server may work on one photograph. */
const PATIENCE_MS = 45_000;
/** `retryAfter`, in seconds, while an earlier upload or crop of this member has neither finished nor been given up. */
const A_MOMENT = 2;

/** Whether the server only asks to wait for the member's previous upload. */
export const isStillAtWork = (error: unknown) =>
  error instanceof Refusal && error.code === "rate_limited" && (error.retryAfter ?? Infinity) <= A_MOMENT;

/**
 * Uploads the untouched bytes and reports the progress. Right after a stopped upload, it may take two tries.
 *
 * @param owner the member it belongs to, if it was not chosen just now: the server takes it from no other member
 */
export async function upload(
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
  owner?: string,
): Promise<Upload> {
  // The server checks this too, but closes the connection during the upload, and a browser reports only the closed
  // connection.
  if (file.size > MOST_BYTES) throw new Refusal("too_large", uploadWords.tooLarge());
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await send(file, onSent, signal, owner);
    } catch (error) {
      if (!isStillAtWork(error) || Date.now() > until) throw error;
    }
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    signal.throwIfAborted();
  }
}

/**
 * Why a photograph did not arrive: its content was refused, or could not be checked; the file itself will never do; or
 * something that may have passed at the next try.
 */
export type FailureCause = "content" | "unverified" | "file" | "passing";

const CAUSES: Record<string, FailureCause> = {
  content_refused: "content",
  unverified: "unverified",
  too_large: "file",
  invalid: "file",
  unprocessable: "file",
};

export const causeOf = (error: unknown): FailureCause => CAUSES[codeOf(error) ?? ""] ?? "passing";

async function send(
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
  owner: string | undefined,
): Promise<Upload> {
  const headers = { "X-App": "1", ...(owner && { "X-Owner": owner }) };
  if (file.size <= IN_PARTS_BYTES) return post("/api/media/uploads", headers, signal, { file, onSent });
  const inParts = await import("./resumableUpload").catch(() => null);
  signal.throwIfAborted();
  // The code for it did not come. A browser may not ask again for code that was missing once.
  if (!inParts) return post("/api/media/uploads", headers, signal, { file, onSent });
  const { forget, sendInParts } = inParts;
  const url = await sendInParts(file, onSent, signal, headers, SILENCE_MS);
  const deleteParts = () => {
    forget(file);
    void fetch(url, { method: "DELETE", headers: { ...headers, "Tus-Resumable": "1.0.0" } }).catch(() => {});
  };
  signal.addEventListener("abort", deleteParts);
  try {
    const done = await post(`${url}/finish`, headers, signal);
    forget(file);
    return done;
  } finally {
    signal.removeEventListener("abort", deleteParts);
  }
}

/** XMLHttpRequest, because fetch cannot tell how much has left. */
function post(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  body?: { file: Blob; onSent: (sent: Sent) => void },
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (body) request.setRequestHeader("Content-Type", body.file.type || "application/octet-stream");
    const isLost = () => {
      request.abort();
      reject(new Refusal("unreachable", uploadWords.lost()));
    };
    let silence = setTimeout(isLost, SILENCE_MS);
    if (body)
      request.upload.onprogress = ({ loaded, total }) => {
        clearTimeout(silence);
        silence = setTimeout(isLost, SILENCE_MS);
        body.onSent({ loaded, total });
      };
    request.onload = () => {
      if (request.status < 300) resolve(request.response as Upload);
      else reject(refusalFrom(request.status, request.response, uploadWords.notAccepted()));
    };
    request.onerror = isLost;
    request.onloadend = () => clearTimeout(silence);
    signal.addEventListener("abort", () => request.abort());
    request.send(body?.file ?? null);
  });
}
