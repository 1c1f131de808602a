/** Sends a file in parts by the tus protocol (https://tus.io), so that an upload goes on where it stopped. */
import { type DetailedError, Upload as TusUpload } from "tus-js-client";
import { Refusal, refusalFrom } from "../../lib/refusal";
import * as uploadWords from "../../locales/upload";
import type { Sent } from "./upload";

/** Where a file goes, and what the server is told of it. With `url`, the upload there goes on. */
export interface Destination {
  endpoint: string;
  chunkBytes: number;
  metadata?: Record<string, string>;
  url?: string | undefined;
  /** Called once the server has a place for the bytes. */
  onUrl?: (url: string) => void;
}

const PHOTOS: Destination = { endpoint: "/api/media/resumable-uploads", chunkBytes: 4 * 1024 * 1024 };
const RETRY_DELAYS_MS = [0, 1_000, 3_000, 5_000];
/** No answer; another offset than the server's, which the next try asks for; and a proxy whose server is away. */
const PASSING = [0, 409, 502, 503, 504];

/** Where the bytes of a file go, until the server has made a foto of them: for the next try. */
const urls = new WeakMap<Blob, string>();

/** Resolves with the upload's address, once all bytes have arrived. Aborting deletes them on the server. */
export function sendInParts(
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
  headers: Record<string, string>,
  silenceMs: number,
  { endpoint, chunkBytes, metadata = {}, url: begun, onUrl }: Destination = PHOTOS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let silence: ReturnType<typeof setTimeout>;
    const end = (done: () => void) => {
      clearTimeout(silence);
      signal.removeEventListener("abort", terminate);
      done();
    };
    const isLost = () => {
      void upload.abort();
      end(() => reject(new Refusal("unreachable", uploadWords.lost())));
    };
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(isLost, silenceMs);
    };
    const terminate = () => {
      forget(file);
      // What cannot be deleted now is gone after a day.
      upload.abort(true).catch(() => undefined);
      end(() => undefined);
    };
    const upload = new TusUpload(file, {
      endpoint,
      uploadUrl: urls.get(file) ?? begun ?? null,
      metadata,
      headers,
      chunkSize: chunkBytes,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onShouldRetry: (error) => PASSING.includes(statusOf(error)) && !refusalIn(error),
      onUploadUrlAvailable: () => {
        if (!upload.url) return;
        urls.set(file, upload.url);
        onUrl?.(upload.url);
      },
      onProgress: (loaded, total) => {
        wait();
        onSent({ loaded, total });
      },
      onSuccess: () => end(() => resolve(upload.url ?? "")),
      onError: (error) =>
        end(() => reject(refusalIn(error) ?? new Refusal("unreachable", uploadWords.lost()))),
    });
    wait();
    signal.addEventListener("abort", terminate);
    upload.start();
  });
}

/** The server has made a foto of these bytes, or they are not wanted any more. */
export const forget = (file: Blob) => urls.delete(file);

const responseIn = (error: Error) => (error as DetailedError).originalResponse;
const isOtherOffset = (error: Error) =>
  statusOf(error) === 409 && (error as DetailedError).originalRequest?.getMethod() === "PATCH";
const statusOf = (error: Error) => responseIn(error)?.getStatus() ?? 0;

/** What the server said on purpose, or null where the line or a proxy failed. Another offset is no refusal. */
function refusalIn(error: Error): Refusal | null {
  const response = responseIn(error);
  if (!response || isOtherOffset(error)) return null;
  let body: unknown;
  try {
    body = JSON.parse(response.getBody());
  } catch {
    if (PASSING.includes(statusOf(error))) return null;
  }
  return refusalFrom(statusOf(error), body, uploadWords.notAccepted());
}
