/**
 * What this browser keeps of unfinished work until it is done: files and what was written beside them, by key. Where the
 * browser refuses to keep anything (a private window, a full disk), nothing is kept and nobody is bothered.
 */
import { createStore, del, delMany, get, keys, promisifyRequest, type UseStore } from "idb-keyval";
import { allowed, local, session } from "./storage";

const NOTES = "shelf:";

let opened: UseStore | undefined;

const isThere = () => typeof indexedDB !== "undefined";
const store = () => {
  opened ??= createStore("inflow", "shelf");
  return opened;
};

/** What comes of work on the shelf; something else where the browser keeps nothing, or does not even let one ask. */
async function onShelf<Value>(work: (shelf: UseStore) => Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return isThere() ? await work(store()) : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value, a file for example, under a key, in place of what was there; false where the browser did not. */
export const keep = (key: string, value: unknown): Promise<boolean> => revise(key, () => value);

/** Puts what `how` makes of a value in its place, in one transaction; false where the browser did not. */
export const revise = (key: string, how: (now: unknown) => unknown): Promise<boolean> =>
  onShelf(async (all) => {
    await all("readwrite", (shelf) => {
      const asked = shelf.get(key);
      asked.onsuccess = () => shelf.put(how(asked.result), key);
      return promisifyRequest(shelf.transaction);
    });
    return true;
  }, false);

/** The value of a key; undefined if there is none. */
export const kept = (key: string): Promise<unknown> => onShelf((all) => get<unknown>(key, all), undefined);

export const forget = (key: string): Promise<void> => onShelf((all) => del(key, all), undefined);

/** Forgets every value, and no note, whose key is meant. */
export const forgetThose = (isMeant: (key: string) => boolean): Promise<void> =>
  onShelf(async (all) => delMany((await keys<string>(all)).filter(isMeant), all), undefined);

const notesIn = (place: typeof local) => ({
  note(key: string, value: unknown): void {
    place.set(NOTES + key, JSON.stringify(value));
  },
  /** What was noted under a key; undefined if nothing was. */
  noted: (key: string): unknown => allowed(() => JSON.parse(place.get(NOTES + key) ?? "") as unknown),
  forgetNote(key: string): void {
    place.remove(NOTES + key);
  },
});

/** Notes on the work: small, and written before the call returns, so that even a page that goes away now keeps them. */
export const { note, noted, forgetNote } = notesIn(local);
/** Notes for as long as this tab is open: on what is begun in many places, and finished in few. */
export const ofTab = notesIn(session);

/** Nothing of whoever was here stays but the values of the keys that are meant. */
export async function forgetAll(isMeant: (key: string) => boolean): Promise<void> {
  for (const place of [local, session])
    for (const key of place.keys()) if (key.startsWith(NOTES)) place.remove(key);
  await forgetThose((key) => !isMeant(key));
}
