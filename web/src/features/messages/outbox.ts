/**
 * Messages on their way. Each is kept by the browser before it is shown, so that neither a reload nor a dead network
 * loses it, and has a name of its own for ever, so that it is stored once however often it is sent. Only one page at a
 * time sends, in the order in which they were written.
 */
import { useSyncExternalStore } from "react";
import type { ConversationId, MessageId, MessageType, ProfileId } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { keep, kept } from "../../lib/shelf";

export interface Unsent {
  clientId: string;
  conversationId: ConversationId;
  senderId: ProfileId;
  receiverId: ProfileId;
  content: string;
  type: MessageType;
  replyToId: MessageId | null;
  writtenAt: string;
  /** Why the server did not take it; it waits for its writer then. */
  objection?: string;
}

export type Send = (unsent: Unsent) => Promise<unknown>;

/** Its key on the shelf. */
export const OUTBOX = "outbox";
const LOCK = "outbox";
const REFUSED = "This message was not sent.";
const SLOWLY_MS = 1_000;
/** Not the message's fault: it waits until somebody is signed in again. */
const SIGNED_OUT = "unauthenticated";

let waiting: readonly Unsent[] = [];
/** False where the browser keeps nothing; what this page remembers is all there is then. */
let isKept = true;
let opened: Promise<void> | undefined;
let isSending = false;
let isAskedAgain = false;
const watchers = new Set<() => void>();
const pages = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");

function show(next: readonly Unsent[]): void {
  waiting = next;
  for (const watcher of watchers) watcher();
}

async function read(): Promise<readonly Unsent[]> {
  return isKept ? (((await kept(OUTBOX)) as Unsent[] | undefined) ?? []) : waiting;
}

/** Changes what is kept, not what this page happens to remember of it: another page may have written too. */
async function change(how: (now: readonly Unsent[]) => readonly Unsent[]): Promise<void> {
  await alone(`${LOCK}-shelf`, async () => {
    const next = how(await read());
    await keep(OUTBOX, next);
    isKept = (await kept(OUTBOX)) !== undefined;
    show(next);
  });
  pages?.postMessage("changed");
}

function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(name, work) : work();
}

function open(): Promise<void> {
  opened ??= read().then(show);
  if (pages) pages.onmessage = () => void read().then(show);
  return opened;
}

/** Puts a message into the outbox. When it returns, the message is kept, as far as the browser keeps anything. */
export async function post(unsent: Unsent): Promise<void> {
  await open();
  await change((now) => [...now, unsent]);
}

/** Takes a message out that the server refused, or has. */
export const drop = (clientId: string) =>
  change((now) => now.filter((unsent) => unsent.clientId !== clientId));

/** Has a refused message tried again. */
export const retry = (clientId: string) =>
  change((now) => now.map((one) => (one.clientId === clientId ? without(one) : one)));

function without({ objection: _, ...unsent }: Unsent): Unsent {
  return unsent;
}

/** Sends what is waiting for this member, one after the other; returns when nothing is left to send. */
export async function drain(owner: ProfileId, send: Send): Promise<void> {
  isAskedAgain = true;
  if (isSending) return;
  isSending = true;
  try {
    await open();
    // What is written while the last one leaves would otherwise wait for the next that is written.
    while (isAskedAgain) await alone(LOCK, () => drainOnce(owner, send));
  } finally {
    isSending = false;
  }
}

async function drainOnce(owner: ProfileId, send: Send): Promise<void> {
  isAskedAgain = false;
  for (let next = await nextOf(owner); next; next = await nextOf(owner))
    if (!(await sent(next, send))) return;
}

async function nextOf(owner: ProfileId): Promise<Unsent | undefined> {
  return (await read()).find((unsent) => unsent.senderId === owner && !unsent.objection);
}

/** False where nothing can be sent now. */
async function sent(unsent: Unsent, send: Send): Promise<boolean> {
  try {
    await send(unsent);
    await drop(unsent.clientId);
  } catch (error) {
    const code = codeOf(error);
    if (code === SIGNED_OUT) return false;
    if (code === "rate_limited") await pause(error);
    else await object(unsent, wordsFor(error, REFUSED));
  }
  return true;
}

const object = ({ clientId }: Unsent, objection: string) =>
  change((now) => now.map((one) => (one.clientId === clientId ? { ...one, objection } : one)));

/** As long as the server asks for. */
function pause(error: unknown): Promise<void> {
  const { retryAfter } = (error as { data: { retryAfter?: unknown } }).data;
  const wait = typeof retryAfter === "number" ? retryAfter * 1_000 : SLOWLY_MS;
  return new Promise((go) => setTimeout(go, wait));
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  void open();
  return () => {
    watchers.delete(watcher);
  };
};

/** Everything that is on its way or was refused, oldest first, as this page knows it. */
export const unsentNow = (): readonly Unsent[] => waiting;

export function useOutbox(): readonly Unsent[] {
  return useSyncExternalStore(watch, unsentNow);
}
