/**
 * Messages on their way. Each is kept by the browser before it is shown, so that neither a reload nor a dead network
 * loses it, and has a name of its own for ever, so that it is stored once however often it is sent. Only one page at a
 * time sends, in the order in which they were written.
 */
import { useSyncExternalStore } from "react";
import type { ConversationId, MessageId, MessageType, ProfileId } from "../../api";
import { codeOf, wordsFor } from "../../lib/refusal";
import { forgetAll, kept, revise } from "../../lib/shelf";

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
  /** The server fell over it at least once; it is tried again, and those behind it wait. */
  isLate?: true;
}

export type Send = (unsent: Unsent) => Promise<unknown>;

/** Who sends what is theirs, how, and until when. */
export interface Sender {
  owner: ProfileId;
  send: Send;
  stop: AbortSignal;
}

type Change = (now: readonly Unsent[]) => readonly Unsent[];

const OUTBOX = "outbox";
const LOCK = "outbox";
const REFUSED = "This message was not sent.";
const SLOWLY_MS = 1_000;
const SLOWEST_MS = 30_000;
/** Not the message's fault; neither is what has no code, for that is no refusal but an accident of the server's. */
const FOR_NOW: ReadonlySet<string | null> = new Set([null, "rate_limited", "busy", "unauthenticated"]);

let waiting: readonly Unsent[] = [];
/** What the browser did not keep. It is done again to whatever is kept, until the browser takes it. */
let owed: readonly Change[] = [];
let opened: Promise<void> | undefined;
let isSending = false;
let asked: Sender | undefined;
const watchers = new Set<() => void>();
const pages = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");

function show(next: readonly Unsent[]): void {
  waiting = next;
  for (const watcher of watchers) watcher();
}

const withOwed = (stored: unknown) =>
  owed.reduce((now, how) => how(now), (stored as readonly Unsent[] | undefined) ?? []);

const isNothing = (stored: unknown) => ((stored as readonly Unsent[] | undefined) ?? []).length === 0;

const read = async (): Promise<readonly Unsent[]> => withOwed(await kept(OUTBOX));

/**
 * Changes what is kept, not what this page happens to remember of it: another page may have written too. False where
 * nothing but this page knows of the change.
 */
async function change(how: Change): Promise<boolean> {
  let isKept = false;
  await alone(`${LOCK}-shelf`, async () => {
    owed = [...owed, how];
    isKept = await revise(OUTBOX, withOwed);
    if (isKept) owed = [];
    const stored = await kept(OUTBOX);
    show(withOwed(stored));
    if (waiting.length === 0 && isNothing(stored)) owed = [];
  });
  pages?.postMessage("changed");
  return isKept;
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

/** Puts a message into the outbox; whether the browser keeps it. If not, it is sent all the same, by this page. */
export async function post(unsent: Unsent): Promise<boolean> {
  await open();
  return change((now) => [...now, unsent]);
}

/** Takes a message out that the server refused, or has. */
export const drop = (clientId: string) =>
  change((now) => now.filter((unsent) => unsent.clientId !== clientId));

/** Takes everything of one member's out. */
export const dropAllOf = (owner: ProfileId) =>
  change((now) => now.filter(({ senderId }) => senderId !== owner));

/** Nothing of whoever was here stays on the shelf but what is on its way. */
export const forgetAllElse = () => forgetAll(OUTBOX);

/** Has a refused message tried again. */
export const retry = (clientId: string) => changeOne(clientId, ({ objection: _, ...unsent }) => unsent);

const changeOne = (clientId: string, how: (one: Unsent) => Unsent) =>
  change((now) => now.map((one) => (one.clientId === clientId ? how(one) : one)));

/** Sends what is waiting, one after the other; returns when nothing is left to send, or the sender stops. */
export async function drain(sender: Sender): Promise<void> {
  asked = sender;
  if (isSending) return;
  isSending = true;
  try {
    await open();
    // What is written while the last one leaves would otherwise wait for the next that is written.
    while (asked) await alone(LOCK, drainAsked);
  } finally {
    isSending = false;
  }
}

async function drainAsked(): Promise<void> {
  const sender = asked;
  asked = undefined;
  if (!sender) return;
  let inVain = 0;
  for (let next = await nextOf(sender); next; next = await nextOf(sender)) {
    const wait = await waitAfter(next, sender, inVain);
    inVain = wait === 0 ? 0 : inVain + 1;
    if (wait > 0) await before(sender.stop, new Promise((go) => setTimeout(go, wait)));
  }
}

async function nextOf({ owner, stop }: Sender): Promise<Unsent | undefined> {
  if (stop.aborted) return undefined;
  return (await read()).find((unsent) => unsent.senderId === owner && !unsent.objection);
}

/** Sends one; how long to wait then. After a wait the same one is sent, so that nothing overtakes it. */
async function waitAfter(unsent: Unsent, { send, stop }: Sender, inVain: number): Promise<number> {
  try {
    if (await before(stop, send(unsent))) await drop(unsent.clientId);
    return 0;
  } catch (error) {
    const code = codeOf(error);
    if (FOR_NOW.has(code)) {
      if (code === null && !unsent.isLate)
        await changeOne(unsent.clientId, (one) => ({ ...one, isLate: true }));
      return asLongAs(error, inVain);
    }
    await changeOne(unsent.clientId, (one) => ({ ...one, objection: wordsFor(error, REFUSED) }));
    return 0;
  }
}

/** Whether it was done before the stop. A client that is closed leaves its calls unanswered for ever. */
async function before(stop: AbortSignal, done: Promise<unknown>): Promise<boolean> {
  const isStopped = new Promise<boolean>((tell) => {
    if (stop.aborted) tell(true);
    stop.addEventListener("abort", () => tell(true), { once: true });
  });
  return !(await Promise.race([done.then(() => false), isStopped]));
}

/** As long as the server asks for; where it says nothing, longer each time. */
function asLongAs(error: unknown, inVain: number): number {
  const { retryAfter } = (error as { data?: { retryAfter?: unknown } }).data ?? {};
  if (typeof retryAfter === "number") return retryAfter * 1_000;
  return Math.min(SLOWEST_MS, SLOWLY_MS * 2 ** inVain);
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

/** What a member wrote and the server refused. */
export const useRefused = (owner: ProfileId) =>
  useOutbox().filter(({ senderId, objection }) => senderId === owner && objection !== undefined);
