/**
 * Messages on their way, words and fotos. Each is kept by the browser before it is shown, so that neither a reload nor a
 * dead network loses it, and has a name of its own for ever, so that it is stored once however often it is sent.
 */
import { useSyncExternalStore } from "react";
import type { ConversationId, MessageId, MessageType, ProfileId } from "../../../api";
import { getValue, updateValue, withPatience } from "../../../lib/offlineStorage";
import { tryOrUndefined } from "../../../lib/storage";
import { deleteFoto, deleteOtherFotos, storeFoto } from "./pendingFotos";

export interface PendingMessage {
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
  error?: string;
  /** The server refused the foto for what it shows. */
  isContent?: true;
  /** The file will never do: to try again cannot help. */
  isFinal?: true;
  /** The server fell over it at least once; it is tried again, and those behind it wait. */
  isRetrying?: true;
}

/** A message in the browser's storage. Its names stay: an earlier version may have left messages there. */
interface StoredMessage extends Omit<PendingMessage, "error" | "isRetrying"> {
  objection?: string;
  isLate?: true;
}

type Change = (now: readonly PendingMessage[]) => readonly PendingMessage[];

const OUTBOX = "outbox";
const STORAGE_LOCK = "outbox-shelf";

let waiting: readonly PendingMessage[] = [];
/**
 * Changes that the browser did not store. They are applied to the stored messages at each read, until a write
 * succeeds.
 */
let unsavedChanges: readonly Change[] = [];
/** Fotos whose files the browser has no room for, though perhaps for a line: another page could not send them. */
let memoryOnly: readonly PendingMessage[] = [];
let opened: Promise<void> | undefined;
const subscribers = new Set<() => void>();
const pages = tryOrUndefined(() => new BroadcastChannel("outbox"));

function show(next: readonly PendingMessage[]): void {
  waiting = next;
  for (const subscriber of subscribers) subscriber();
}

function messagesIn(stored: unknown): readonly PendingMessage[] {
  const messages = (stored as readonly StoredMessage[] | undefined) ?? [];
  return messages.map(({ objection, isLate, ...message }) => ({
    ...message,
    ...(objection !== undefined && { error: objection }),
    ...(isLate && { isRetrying: isLate }),
  }));
}

const toStored = ({ error, isRetrying, ...message }: PendingMessage): StoredMessage => ({
  ...message,
  ...(error !== undefined && { objection: error }),
  ...(isRetrying && { isLate: isRetrying }),
});

const withUnsaved = (stored: unknown) =>
  unsavedChanges.reduce((now, change) => change(now), messagesIn(stored));

export const read = async (): Promise<readonly PendingMessage[]> => all(await getValue(OUTBOX));

/** In the order of writing. */
function all(stored: unknown): readonly PendingMessage[] {
  if (memoryOnly.length === 0) return withUnsaved(stored);
  return [...withUnsaved(stored), ...memoryOnly].sort(
    (one, other) => Date.parse(one.writtenAt) - Date.parse(other.writtenAt),
  );
}

/**
 * Changes the stored outbox rather than this page's copy: another page may have written too. False where only this
 * page knows of the change.
 */
async function change(how: Change): Promise<boolean> {
  let isKept = false;
  await withLock(STORAGE_LOCK, async () => {
    isKept = await changeNow(how);
  });
  return isKept;
}

async function changeNow(how: Change): Promise<boolean> {
  unsavedChanges = [...unsavedChanges, how];
  const isKept = await updateValue(OUTBOX, (stored) => withUnsaved(stored).map(toStored));
  if (isKept) unsavedChanges = [];
  const stored = await getValue(OUTBOX);
  show(all(stored));
  if (waiting.length === 0 && messagesIn(stored).length === 0) unsavedChanges = [];
  pages?.postMessage("changed");
  return isKept;
}

const turns = new Map<string, Promise<void>>();

/** Runs `work` in one page at a time for each name; in browsers without locks, one at a time in this page. */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
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
export async function enqueue(message: PendingMessage, file?: Blob): Promise<boolean> {
  await open();
  let isKept = false;
  await withLock(STORAGE_LOCK, async () => {
    // First the file: a message without it could not be sent.
    if (!file || (await storeFoto(message.clientId, file))) {
      isKept = await changeNow((now) => [...now, message]);
      return;
    }
    memoryOnly = [...memoryOnly, message];
    show(await read());
  });
  return isKept;
}

/** Takes a message out that the server refused, or has. */
export async function discard(clientId: string): Promise<void> {
  const isFoto = waiting.some((one) => one.clientId === clientId && one.type === "photo");
  const isOnlyHere = memoryOnly.some((one) => one.clientId === clientId);
  memoryOnly = memoryOnly.filter((one) => one.clientId !== clientId);
  // While the browser still stores the message, another page that finds it needs its file.
  const isOut = await change((now) => now.filter((message) => message.clientId !== clientId));
  if (isFoto && (isOut || isOnlyHere)) await deleteFoto(clientId);
}

/** Takes everything of one member's out. */
export async function discardAllOf(owner: ProfileId): Promise<void> {
  memoryOnly = memoryOnly.filter(({ senderId }) => senderId !== owner);
  const discarded = change((now) => now.filter(({ senderId }) => senderId !== owner));
  await withPatience(discarded.then(deleteStrayFotos));
}

/** Deletes files without a message: after a discard, or when the page ended before the message was stored. */
export const deleteStrayFotos = () =>
  withLock(STORAGE_LOCK, async () => deleteOtherFotos(idsOf(await read())));

/** Has a refused message tried again; a foto from the beginning, for what came of it may be gone. */
export const retry = (clientId: string) =>
  changeOne(clientId, (one) => {
    if (!one.error) return one;
    const { error: _, isContent: __, ...message } = one;
    return message.type === "photo" ? { ...message, content: "", awaitsUpload: true } : message;
  });

export function changeOne(clientId: string, how: (one: PendingMessage) => PendingMessage): Promise<boolean> {
  const changed = (now: readonly PendingMessage[]) =>
    now.map((one) => (one.clientId === clientId ? how(one) : one));
  memoryOnly = changed(memoryOnly);
  return change(changed);
}

export const idsOf = (all: readonly PendingMessage[]): ReadonlySet<string> =>
  new Set(all.map(({ clientId }) => clientId));

/** Calls `subscriber` at every change; answers a function that ends it. */
export const subscribe = (subscriber: () => void) => {
  subscribers.add(subscriber);
  void open();
  return () => {
    subscribers.delete(subscriber);
  };
};

/** Everything that is on its way or was refused, oldest first, as this page knows it. */
export const pendingMessages = (): readonly PendingMessage[] => waiting;

export function useOutbox(): readonly PendingMessage[] {
  return useSyncExternalStore(subscribe, pendingMessages);
}

/** The member's messages that the server refused. */
export const useRefusedMessages = (owner: ProfileId) =>
  useOutbox().filter(({ senderId, error }) => senderId === owner && error !== undefined);
