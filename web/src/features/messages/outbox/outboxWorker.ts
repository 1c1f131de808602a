/**
 * Empties the outbox. One page at a time sends messages, in the order of writing. One uploads fotos, so that other
 * conversations do not wait for them. A message behind a foto of the same conversation waits for that foto.
 */

import type { ConversationId, ProfileId } from "../../../api";
import { importWithRetry } from "../../../lib/importWithRetry";
import { codeOf, Refusal, wordsFor } from "../../../lib/refusal";
import * as outboxWords from "../../../locales/outbox";
import type { Sent } from "../../upload/upload";
import {
  changeOne,
  discard,
  idsOf,
  open,
  type PendingMessage,
  pendingMessages,
  read,
  subscribe,
  withLock,
} from "./outbox";
import { fotoOf } from "./pendingFotos";
import { setProgress } from "./uploadProgress";

export type Send = (message: PendingMessage) => Promise<unknown>;
/** Brings a foto of this member to the server; its address there. */
export type UploadFoto = (
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
  account: string,
) => Promise<string>;

/** The sending member, the way to send, and the end of it. */
export interface Sender {
  owner: ProfileId;
  /** The same member, as the server knows whose an upload is. */
  account: string;
  send: Send;
  upload?: UploadFoto;
  /** Whether the server can be reached, as far as the client knows. */
  isConnected: () => boolean;
  /** Calls `wake` at each reconnect; answers a function that ends it. */
  onReconnect: (wake: () => void) => () => void;
  stop: AbortSignal;
}

interface Queue {
  lock: string;
  /** The next message to process, of one member's messages without an error. */
  next: (own: readonly PendingMessage[]) => PendingMessage | undefined;
  process: (message: PendingMessage, sender: Sender) => Promise<void>;
}

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** Not the message's fault. */
const TRANSIENT: ReadonlySet<string> = new Set(["rate_limited", "busy", "unauthenticated", "unreachable"]);
/** A failure of the server, or of a proxy before it, rather than a refusal. */
const isServerError = (code: string | null) => code === null || code.startsWith("http_5");
/** The code of a foto that failed the content check. */
const CONTENT = "content_refused";
/** Files that the server will never take. */
const UNACCEPTABLE: ReadonlySet<string> = new Set(["too_large", "invalid", "unprocessable"]);
/** So often a line may break, to a server that is there: a firewall may close it, or the file be unreadable. */
const MOST_LOST_CONNECTIONS = 5;

/** Few visits send a foto. */
const uploadToServer: UploadFoto = async (...foto) => {
  const { upload } = await importWithRetry(() => import("../../upload/upload"));
  return (await upload(...foto)).imageUrl;
};

const sendMessages = workerOf({
  lock: "outbox",
  next: firstReady,
  process: async (message, { send, stop }) => {
    if (await finishesBefore(stop, sendOnce(message, send))) await discard(message.clientId);
  },
});

const uploadFotos = workerOf({
  lock: "outbox-fotos",
  next: (own) => own.find(({ awaitsUpload }) => awaitsUpload),
  process: uploadFoto,
});

/**
 * A foto that was uploaded twice has two addresses; a conflict means that the server has the message with the other
 * one.
 */
const sendOnce = (message: PendingMessage, send: Send) =>
  send(message).catch((error) => {
    if (message.type !== "photo" || codeOf(error) !== "conflict") throw error;
  });

/**
 * Sends what a member queues, now and later, until the sender stops. It starts by itself: when there is a message to send,
 * and when the server can be reached again.
 */
export function startWorker(sender: Sender): void {
  const { owner, onReconnect, stop } = sender;
  if (stop.aborted) return;
  const work = () => {
    if (pendingMessages().some((message) => isToSend(message, owner))) void processOutbox(sender);
  };
  const endings = [subscribe(work), onReconnect(work)];
  const end = () => {
    for (const ending of endings) ending();
  };
  stop.addEventListener("abort", end, { once: true });
  work();
}

const isToSend = ({ senderId, error }: PendingMessage, owner: ProfileId) => senderId === owner && !error;

/** Sends all pending messages; returns when none is left, or the sender stops. */
export async function processOutbox(sender: Sender): Promise<void> {
  await Promise.all([sendMessages(sender), uploadFotos(sender)]);
  await sendMessages(sender);
}

/** The first that is not behind a foto of the same conversation that the server does not have yet. */
function firstReady(own: readonly PendingMessage[]): PendingMessage | undefined {
  const held = new Set<ConversationId>();
  for (const message of own) {
    if (message.awaitsUpload) held.add(message.conversationId);
    else if (!held.has(message.conversationId)) return message;
  }
  return undefined;
}

async function uploadFoto({ clientId }: PendingMessage, sender: Sender): Promise<void> {
  const { account, upload = uploadToServer, stop } = sender;
  const file = await fotoOf(clientId);
  if (!file) throw new Refusal("gone", outboxWords.fotoMissing());
  const control = new AbortController();
  const end = () => control.abort();
  stop.addEventListener("abort", end, { once: true });
  const unwatch = subscribe(() => idsOf(pendingMessages()).has(clientId) || end());
  if (stop.aborted || !idsOf(await read()).has(clientId)) end();
  let content = "";
  const tell = (sent: Sent) => control.signal.aborted || setProgress(clientId, sent);
  try {
    if (control.signal.aborted) return;
    tell({ loaded: 0, total: file.size });
    const uploaded = upload(file, tell, control.signal, account).then((address) => {
      content = address;
    });
    if (!(await finishesBefore(control.signal, uploaded))) return;
    await changeOne(clientId, ({ awaitsUpload: _, isRetrying: __, ...one }) => ({ ...one, content }));
    void sendMessages(sender);
  } finally {
    unwatch();
    stop.removeEventListener("abort", end);
    setProgress(clientId, null);
  }
}

function workerOf(queue: Queue): (sender: Sender) => Promise<void> {
  let isBusy = false;
  let asked: Sender | undefined;
  async function workForSender(): Promise<void> {
    const sender = asked;
    asked = undefined;
    if (sender) await processAll(queue, sender);
  }
  return async (sender) => {
    if (sender.stop.aborted) return;
    asked = sender;
    if (isBusy) return;
    isBusy = true;
    try {
      await open();
      // A message that is written while the last one is sent would otherwise wait for the next one.
      while (asked) await withLock(queue.lock, workForSender);
    } finally {
      isBusy = false;
    }
  };
}

async function processAll(queue: Queue, sender: Sender): Promise<void> {
  let failures = 0;
  for (let next = await nextOf(queue, sender); next; next = await nextOf(queue, sender)) {
    const wait = await processOne(next, queue, sender, failures);
    failures = wait === 0 ? 0 : failures + 1;
    if (wait > 0) await finishesBefore(sender.stop, sleep(wait, sender));
  }
}

async function nextOf(queue: Queue, { owner, stop }: Sender): Promise<PendingMessage | undefined> {
  if (stop.aborted) return undefined;
  return queue.next((await read()).filter((message) => isToSend(message, owner)));
}

/**
 * Processes one message; answers how long to wait then. After a wait the same message is processed again, so that
 * none overtakes it.
 */
async function processOne(
  message: PendingMessage,
  queue: Queue,
  sender: Sender,
  failures: number,
): Promise<number> {
  try {
    await queue.process(message, sender);
    return 0;
  } catch (error) {
    const code = codeOf(error);
    if (isServerError(code) && !message.isRetrying)
      await changeOne(message.clientId, (one) => ({ ...one, isRetrying: true }));
    const isBroken = code === "unreachable" && sender.isConnected() && failures >= MOST_LOST_CONNECTIONS;
    if (code === null || isServerError(code) || (TRANSIENT.has(code) && !isBroken))
      return backoffMs(error, failures);
    const words = wordsFor(error, outboxWords.notSent());
    const why = {
      error: words,
      ...(code === CONTENT && { isContent: true as const }),
      ...(message.awaitsUpload && UNACCEPTABLE.has(code) && { isFinal: true as const }),
    };
    await changeOne(message.clientId, (one) => ({ ...one, ...why }));
    return 0;
  }
}

/** Whether it was done before the stop. A client that is closed leaves its calls unanswered for ever. */
async function finishesBefore(stop: AbortSignal, done: Promise<unknown>): Promise<boolean> {
  const isStopped = new Promise<boolean>((tell) => {
    if (stop.aborted) tell(true);
    stop.addEventListener("abort", () => tell(true), { once: true });
  });
  return !(await Promise.race([done.then(() => false), isStopped]));
}

/** As long as the server asks for; where it says nothing, longer each time. */
function backoffMs(error: unknown, failures: number): number {
  const { retryAfter } = ((error as { data?: unknown }).data ?? error) as { retryAfter?: unknown };
  if (typeof retryAfter === "number") return retryAfter * 1_000;
  return Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** failures);
}

/** Not longer than until the server can be reached again. */
function sleep(milliseconds: number, { onReconnect }: Sender): Promise<void> {
  return new Promise((resume) => {
    const wake = () => {
      clearTimeout(timer);
      forget();
      resume();
    };
    const timer = setTimeout(wake, milliseconds);
    const forget = onReconnect(wake);
  });
}
