/**
 * Messages on their way, words and fotos. Each is kept by the browser before it is shown, so that neither a reload nor a
 * dead network loses it, and has a name of its own for ever, so that it is stored once however often it is sent.
 */
import { useSyncExternalStore } from "react";
import type { ConversationId, MessageId, MessageType, ProfileId } from "../../api";
import { forgetAll, kept, revise } from "../../lib/shelf";
import { forgetFoto, forgetOtherFotos, isKeptFoto, keepFoto } from "./fotos";

export interface Unsent {
  clientId: string;
  conversationId: ConversationId;
  senderId: ProfileId;
  receiverId: ProfileId;
  content: string;
  type: MessageType;
  /** A foto that the server does not have yet: until it has, `content` is empty. */
  awaitsUpload?: true;
  replyToId: MessageId | null;
  writtenAt: string;
  /** Why the server did not take it; it waits for its writer then. */
  objection?: string;
  /** The objection is to what the foto shows. */
  isContent?: true;
  /** The server fell over it at least once; it is tried again, and those behind it wait. */
  isLate?: true;
}

type Change = (now: readonly Unsent[]) => readonly Unsent[];

const OUTBOX = "outbox";
const SHELF_LOCK = "outbox-shelf";

let waiting: readonly Unsent[] = [];
/** What the browser did not keep. It is done again to whatever is kept, until the browser takes it. */
let owed: readonly Change[] = [];
let opened: Promise<void> | undefined;
const watchers = new Set<() => void>();
const pages = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("outbox");

function show(next: readonly Unsent[]): void {
  waiting = next;
  for (const watcher of watchers) watcher();
}

const withOwed = (stored: unknown) =>
  owed.reduce((now, how) => how(now), (stored as readonly Unsent[] | undefined) ?? []);

const isNothing = (stored: unknown) => ((stored as readonly Unsent[] | undefined) ?? []).length === 0;

export const read = async (): Promise<readonly Unsent[]> => withOwed(await kept(OUTBOX));

/**
 * Changes what is kept, not what this page happens to remember of it: another page may have written too. False where
 * nothing but this page knows of the change, or of what must be kept before it.
 */
async function change(how: Change, first: () => Promise<boolean> = async () => true): Promise<boolean> {
  let isKept = false;
  let isFirstKept = false;
  await alone(SHELF_LOCK, async () => {
    isFirstKept = await first();
    owed = [...owed, how];
    isKept = await revise(OUTBOX, withOwed);
    if (isKept) owed = [];
    const stored = await kept(OUTBOX);
    show(withOwed(stored));
    if (waiting.length === 0 && isNothing(stored)) owed = [];
  });
  pages?.postMessage("changed");
  return isKept && isFirstKept;
}

/** One page at a time does what has this name. */
export function alone(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  return locks ? locks.request(name, work) : work();
}

export function open(): Promise<void> {
  opened ??= read().then(show);
  if (pages) pages.onmessage = () => void read().then(show);
  return opened;
}

/**
 * Puts a message into the outbox, with its file where it is a foto; whether the browser keeps it. If not, it is sent all
 * the same, by this page.
 */
export async function post(unsent: Unsent, file?: Blob): Promise<boolean> {
  await open();
  const withIt = (now: readonly Unsent[]) => [...now, unsent];
  return file ? change(withIt, () => keepFoto(unsent.clientId, file)) : change(withIt);
}

/** Takes a message out that the server refused, or has. */
export async function drop(clientId: string): Promise<void> {
  const isFoto = waiting.some((one) => one.clientId === clientId && one.type === "photo");
  await change((now) => now.filter((unsent) => unsent.clientId !== clientId));
  if (isFoto) await forgetFoto(clientId);
}

/** Takes everything of one member's out. */
export async function dropAllOf(owner: ProfileId): Promise<void> {
  await change((now) => now.filter(({ senderId }) => senderId !== owner));
  await forgetStrays();
}

/** Files of no message: of one that was taken out, or never got in because the page ended. */
export const forgetStrays = () => alone(SHELF_LOCK, async () => forgetOtherFotos(idsOf(await read())));

/** Nothing of whoever was here stays on the shelf but what is on its way. */
export const forgetAllElse = () => forgetAll((key) => key === OUTBOX || isKeptFoto(key));

/** Has a refused message tried again; a foto from the beginning, for what came of it may be gone. */
export const retry = (clientId: string) =>
  changeOne(clientId, ({ objection: _, isContent: __, ...unsent }) =>
    unsent.type === "photo" ? { ...unsent, content: "", awaitsUpload: true } : unsent,
  );

export const changeOne = (clientId: string, how: (one: Unsent) => Unsent) =>
  change((now) => now.map((one) => (one.clientId === clientId ? how(one) : one)));

export const idsOf = (all: readonly Unsent[]): ReadonlySet<string> =>
  new Set(all.map(({ clientId }) => clientId));

/** Hears of every change, until what it returns is called. */
export const watch = (watcher: () => void) => {
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
