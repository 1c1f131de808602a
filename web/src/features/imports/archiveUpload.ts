/** Sends an archive to the server. It goes on while the member is on other pages of the app. */
import { useSyncExternalStore } from "react";
import { codeOf, Refusal, refusalFrom, wordsFor } from "../../lib/refusal";
import * as words from "../../locales/imports";
import { forget, sendInParts } from "../upload/resumableUpload";
import { fingerprintOf, looksLikeZip } from "./fingerprint";

const PATH = "/api/imports";
const HEADERS = { "X-App": "1" };
const CHUNK_BYTES = 8 * 1024 * 1024;
const SILENCE_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** An archive that the server has not got completely. */
export interface Unfinished {
  id: string;
  fileName: string;
  fingerprint: string;
  byteSize: number;
  received: number;
}

/**
 * The archive that this page sends or has sent. `waiting` for the connection; `failed` with the problem. It has no id
 * before the server has a place for it.
 */
export interface Sending {
  phase: "sending" | "waiting" | "sent" | "failed";
  id: string | null;
  fileName: string;
  loaded: number;
  total: number;
  problem: Problem | null;
}

export interface Problem {
  words: string;
}

let sending: Sending | null = null;
let stopping: AbortController | null = null;
const listeners = new Set<() => void>();

export const useSending = (): Sending | null => useSyncExternalStore(listen, () => sending);

function listen(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: Sending | null): void {
  sending = next;
  for (const listener of listeners) listener();
}

const change = (changed: Partial<Sending>) => sending && set({ ...sending, ...changed });

/** Sends a file, or the rest of it if it is the one that the server has a part of. What fails is in `useSending`. */
export async function sendArchive(file: File): Promise<void> {
  stopping?.abort();
  const stop = new AbortController();
  stopping = stop;
  set({ phase: "sending", id: null, fileName: file.name, loaded: 0, total: file.size, problem: null });
  try {
    await send(file, stop.signal);
    if (!stop.signal.aborted) change({ phase: "sent" });
  } catch (error) {
    if (!stop.signal.aborted)
      change({ phase: "failed", problem: { words: wordsFor(error, words.couldntSend()) } });
  }
}

/** Ends the upload of this page, and deletes what the server has of the archive. */
export async function removeArchive(id: string | null): Promise<void> {
  stopping?.abort();
  set(null);
  if (id === null) return;
  const answer = await ask(`${PATH}/${id}`, "DELETE");
  if (!answer.ok && answer.status !== 404) throw await refusalIn(answer);
}

/** What the server has of an archive that is on its way. */
export async function unfinishedArchive(): Promise<Unfinished | null> {
  const answer = await ask(PATH, "GET");
  if (!answer.ok) throw await refusalIn(answer);
  return ((await answer.json()) as { upload: Unfinished | null }).upload;
}

async function send(file: File, signal: AbortSignal): Promise<void> {
  if (!(await looksLikeZip(file))) throw new Refusal("invalid", words.noZip());
  const fingerprint = await fingerprintOf(file);
  let url = await urlOfRest(file, fingerprint);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      url = await sendInParts(file, progress, signal, HEADERS, SILENCE_MS, {
        endpoint: PATH,
        chunkBytes: CHUNK_BYTES,
        metadata: { filename: file.name, fingerprint },
        url,
        onUrl: (given) => change({ id: idIn(given) }),
      });
      await finish(url);
      forget(file);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!isPassing(error)) throw error;
      change({ phase: "waiting" });
    }
    await connectionOr(pause);
    signal.throwIfAborted();
  }
}

const progress = ({ loaded, total }: { loaded: number; total: number }) =>
  change({ phase: "sending", loaded, total });

/** Where the rest of this file goes, if the server has a part of it. */
async function urlOfRest(file: File, fingerprint: string): Promise<string | undefined> {
  const begun = await unfinishedArchive();
  if (!begun) return undefined;
  if (begun.byteSize !== file.size || begun.fingerprint !== fingerprint)
    throw new Refusal("conflict", words.otherFile({ name: begun.fileName }));
  change({ id: begun.id, loaded: begun.received });
  return `${PATH}/${begun.id}`;
}

async function finish(url: string): Promise<void> {
  const answer = await ask(`${url}/finish`, "POST").catch(() => {
    throw new Refusal("unreachable", words.couldntSend());
  });
  if (!answer.ok) throw await refusalIn(answer);
}

const isPassing = (error: unknown) =>
  ["unreachable", "busy", "http_502", "http_504"].includes(codeOf(error) ?? "");

const ask = (url: string, method: string) =>
  fetch(url, { method, headers: { ...HEADERS, "Tus-Resumable": "1.0.0" } });

const refusalIn = async (answer: Response) =>
  refusalFrom(answer.status, await answer.json().catch(() => null), words.couldntSend());

const idIn = (url: string) => url.slice(url.lastIndexOf("/") + 1);

/** Waits until the browser is connected again, or for so long. */
function connectionOr(pauseMs: number): Promise<void> {
  return new Promise((resume) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      resume();
    };
    const timer = setTimeout(go, pauseMs);
    addEventListener("online", go);
  });
}
