import { Refusal, refusalFrom } from "../../lib/refusal";

/** What the server answers for an accepted photograph. Sizes in pixels, `thumbhash` in base64. */
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

const PAUSE_MS = 500;
/** As long as the server can be at work on one photograph. */
const PATIENCE_MS = 45_000;
/** What the server asks (seconds) of whoever's former photograph or cut it has not finished with, or not given up yet. */
const A_MOMENT = 2;

/** Whether the server only asks to let what this member began before come to its end. */
export const isStillAtWork = (error: unknown) =>
  error instanceof Refusal && error.code === "rate_limited" && (error.retryAfter ?? Infinity) <= A_MOMENT;

/** Sends the untouched bytes and reports how many have left. Right after one that was stopped, it may take two tries. */
export async function upload(file: Blob, onSent: (sent: Sent) => void, signal: AbortSignal): Promise<Upload> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await send(file, onSent, signal);
    } catch (error) {
      if (!isStillAtWork(error) || Date.now() > until) throw error;
    }
    await new Promise((resume) => setTimeout(resume, PAUSE_MS));
    signal.throwIfAborted();
  }
}

/** XMLHttpRequest, because fetch cannot tell how much has left. */
function send(file: Blob, onSent: (sent: Sent) => void, signal: AbortSignal): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/api/media/uploads");
    request.responseType = "json";
    request.setRequestHeader("X-App", "1");
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    request.upload.onprogress = (event) => onSent({ loaded: event.loaded, total: event.total });
    request.onload = () => {
      if (request.status < 300) resolve(request.response as Upload);
      else reject(refusalFrom(request.status, request.response, "The server did not accept this file."));
    };
    request.onerror = () => reject(new Refusal("unreachable", "The connection was lost. Please try again."));
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
