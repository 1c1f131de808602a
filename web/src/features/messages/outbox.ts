/**
 * Messages on their way, words and fotos. Each is kept by the browser before it is shown, so that neither a reload nor a
 * dead network loses it, and has a name of its own for ever, so that it is stored once however often it is sent.
 */
import { useSyncExternalStore } from "react";
import type { ConversationId, MessageId, MessageType, ProfileId } from "../../api";
import { forgetAll, kept, revise } from "../../lib/shelf";
import { allowed } from "../../lib/storage";
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
  /** The file will never do: to try again cannot help. */
  isFinal?: true;
  /** The server fell over it at least once; it is tried again, and those behind it wait. */
  isLate?: true;
}

type Change = (now: readonly Unsent[]) => readonly Unsent[];

const OUTBOX = "outbox";
const SHELF_LOCK = "outbox-shelf";

let waiting: readonly Unsent[] = [];
/** What the browser did not keep. It is done again to whatever is kept, until the browser takes it. */
let owed: readonly Change[] = [];
/** Fotos whose files the browser has no room for, though perhaps for a line: another page could not send them. */
let onlyHere: readonly Unsent[] = [];
let opened: Promise<void> | undefined;
const watchers = new Set<() => void>();
const pages = allowed(() => new BroadcastChannel("outbox"));

function show(next: readonly Unsent[]): void {
  waiting = next;
  for (const watcher of watchers) watcher();
}

const withOwed = (stored: unknown) =>
  owed.reduce((now, how) => how(now), (stored as readonly Unsent[] | undefined) ?? []);

const isNothing = (stored: unknown) => ((stored as readonly Unsent[] | undefined) ?? []).length === 0;

export const read = async (): Promise<readonly Unsent[]> => all(await kept(OUTBOX));

/** In the order of writing. */
function all(stored: unknown): readonly Unsent[] {
  if (onlyHere.length === 0) return withOwed(stored);
  return [...withOwed(stored), ...onlyHere].sort(
    (one, other) => Date.parse(one.writtenAt) - Date.parse(other.writtenAt),
  );
}

/**
 * Changes what is kept, not what this page happens to remember of it: another page may have written too. False where
 * nothing but this page knows of the change.
 */
async function change(how: Change): Promise<boolean> {
  let isKept = false;
  await alone(SHELF_LOCK, async () => {
    isKept = await changeNow(how);
  });
  return isKept;
}

async function changeNow(how: Change): Promise<boolean> {
  owed = [...owed, how];
  const isKept = await revise(OUTBOX, withOwed);
  if (isKept) owed = [];
  const stored = await kept(OUTBOX);
  show(all(stored));
  if (waiting.length === 0 && isNothing(stored)) owed = [];
  pages?.postMessage("changed");
  return isKept;
}

const turns = new Map<string, Promise<void>>();

/** One page at a time does what has this name; where a browser cannot promise that, one in this page. */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    const locks = globalThis.navigator?.locks;
    if (locks) return await locks.request(name, begin);
  } catch (error) {
    // A browser that denies storage refuses locks as well.
    if (isBegun) throw error;
  }
  return inTurn(name, work);
}

function inTurn(name: string, work: () => Promise<void>): Promise<void> {
  const turn = (turns.get(name) ?? Promise.resolve()).then(work);
  turns.set(
    name,
    turn.catch(() => undefined),
  );
  return turn;
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
  let isKept = false;
  await alone(SHELF_LOCK, async () => {
    // First the file: a message without it could not be sent.
    if (!file || (await keepFoto(unsent.clientId, file))) {
      isKept = await changeNow((now) => [...now, unsent]);
      return;
    }
    onlyHere = [...onlyHere, unsent];
    show(await read());
  });
  return isKept;
}

/** Takes a message out that the server refused, or has. */
export async function drop(clientId: string): Promise<void> {
  const isFoto = waiting.some((one) => one.clientId === clientId && one.type === "photo");
  const isOnlyHere = onlyHere.some((one) => one.clientId === clientId);
  onlyHere = onlyHere.filter((one) => one.clientId !== clientId);
  // While the browser still has the message, whoever finds it there needs its file.
  const isOut = await change((now) => now.filter((unsent) => unsent.clientId !== clientId));
  if (isFoto && (isOut || isOnlyHere)) await forgetFoto(clientId);
}

/** Takes everything of one member's out. */
export async function dropAllOf(owner: ProfileId): Promise<void> {
  onlyHere = onlyHere.filter(({ senderId }) => senderId !== owner);
  await change((now) => now.filter(({ senderId }) => senderId !== owner));
  await forgetStrays();
}

/** Files of no message: of one that was taken out, or never got in because the page ended. */
export const forgetStrays = () => alone(SHELF_LOCK, async () => forgetOtherFotos(idsOf(await read())));

/** Nothing of whoever was here stays on the shelf but what is on its way. */
export const forgetAllElse = () => forgetAll((key) => key === OUTBOX || isKeptFoto(key));

/** Has a refused message tried again; a foto from the beginning, for what came of it may be gone. */
export const retry = (clientId: string) =>
  changeOne(clientId, (one) => {
    if (!one.objection) return one;
    const { objection: _, isContent: __, ...unsent } = one;
    return unsent.type === "photo" ? { ...unsent, content: "", awaitsUpload: true } : unsent;
  });

export function changeOne(clientId: string, how: (one: Unsent) => Unsent): Promise<boolean> {
  const changed = (now: readonly Unsent[]) => now.map((one) => (one.clientId === clientId ? how(one) : one));
  onlyHere = changed(onlyHere);
  return change(changed);
}

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
