/**
 * The browser's storage for drafts, caches and the outbox: files and values in IndexedDB, and notes beside them, by
 * key. Where the browser refuses to store anything (a private window, a full disk), nothing is stored and no error
 * shows.
 */
import { createStore, del, delMany, get, keys, promisifyRequest, type UseStore } from "idb-keyval";
import { local, session, tryOrUndefined } from "./storage";

const NOTE_PREFIX = "shelf:";
const PATIENCE_MS = 2_000;
const OUTBOX_KEYS = /^outbox($|-foto-)/;

let opened: UseStore | undefined;

const isSupported = () => typeof indexedDB !== "undefined";
const openStore = () => {
  opened ??= createStore("inflow", "shelf");
  return opened;
};

/** The result of work on the store; `otherwise` where the browser has no storage or denies it. */
async function withStore<Value>(work: (store: UseStore) => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return isSupported() ? await work(openStore()) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Stores a value, for example a file, under a key, and replaces the one before; false where the browser did not. */
export const putValue = (key: string, value: unknown): Promise<boolean> => updateValue(key, () => value);

/** Puts what `how` makes of a value in its place, in one transaction; false where the browser did not. */
export const updateValue = (key: string, change: (now: unknown) => unknown): Promise<boolean> =>
  withStore(async (all) => {
    await all("readwrite", (store) => {
      const request = store.get(key);
      request.onsuccess = () => store.put(change(request.result), key);
      return promisifyRequest(store.transaction);
    });
    return true;
  }, false);

/** The value of a key; undefined if there is none. */
export const getValue = (key: string): Promise<unknown> =>
  withStore((all) => get<unknown>(key, all), undefined);

export const deleteValue = (key: string): Promise<void> => withStore((all) => del(key, all), undefined);

/** Forgets every value, and no note, whose key is meant. */
export const deleteValues = (isMeant: (key: string) => boolean): Promise<void> =>
  withStore(async (all) => delMany((await keys<string>(all)).filter(isMeant), all), undefined);

const notesIn = (place: typeof local) => ({
  putNote(key: string, value: unknown): void {
    place.set(NOTE_PREFIX + key, JSON.stringify(value));
  },
  /** The note under a key; undefined if there is none. */
  getNote: (key: string): unknown =>
    tryOrUndefined(() => JSON.parse(place.get(NOTE_PREFIX + key) ?? "") as unknown),
  deleteNote(key: string): void {
    place.remove(NOTE_PREFIX + key);
  },
});

/** Notes on the work: small, and written before the call returns, so that even a page that goes away now keeps them. */
export const { putNote, getNote, deleteNote } = notesIn(local);
/** Notes that live as long as this tab, for drafts that are begun often and finished seldom. */
export const tabNotes = notesIn(session);

/**
 * Deletes the member's data from this browser at the end of a session. The outbox and its fotos stay: each pending message
 * carries its sender's id.
 */
export async function deleteAllButOutbox(): Promise<void> {
  for (const place of [local, session])
    for (const key of place.keys()) if (key.startsWith(NOTE_PREFIX)) place.remove(key);
  await withPatience(deleteValues((key) => !OUTBOX_KEYS.test(key)));
}

/** Waits for work on the storage, but not for ever: a browser that clears it at a log-out may never answer. */
export const withPatience = (work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))]);
