/**
 * What this browser keeps of unfinished work until it is done: files and what was written beside them, by key. Where the
 * browser refuses to keep anything (a private window, a full disk), nothing is kept and nobody is bothered.
 */
import { createStore, del, delMany, get, keys, promisifyRequest, type UseStore } from "idb-keyval";

const NOTES = "shelf:";

let opened: UseStore | undefined;

const isThere = () => typeof indexedDB !== "undefined";
const store = () => {
  opened ??= createStore("inflow", "shelf");
  return opened;
};

/** Keeps a value, a file for example, under a key, in place of what was there; false where the browser did not. */
export const keep = (key: string, value: unknown): Promise<boolean> => revise(key, () => value);

/** Puts what `how` makes of a value in its place, in one transaction; false where the browser did not. */
export async function revise(key: string, how: (now: unknown) => unknown): Promise<boolean> {
  if (!isThere()) return false;
  const revised = store()("readwrite", (shelf) => {
    const asked = shelf.get(key);
    asked.onsuccess = () => shelf.put(how(asked.result), key);
    return promisifyRequest(shelf.transaction);
  });
  return revised.then(
    () => true,
    () => false,
  );
}

/** The value of a key; undefined if there is none. */
export async function kept(key: string): Promise<unknown> {
  return isThere() ? get<unknown>(key, store()).catch(() => undefined) : undefined;
}

export async function forget(key: string): Promise<void> {
  if (isThere()) await del(key, store()).catch(() => undefined);
}

/** Forgets every value, and no note, whose key is meant. */
export async function forgetThose(isMeant: (key: string) => boolean): Promise<void> {
  if (!isThere()) return;
  const all = await keys<string>(store()).catch(() => []);
  await delMany(all.filter(isMeant), store()).catch(() => undefined);
}

/** What comes of it; undefined where the browser keeps nothing. */
function allowed<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

const notesIn = (place: () => Storage) => ({
  note(key: string, value: unknown): void {
    allowed(() => place().setItem(NOTES + key, JSON.stringify(value)));
  },
  /** What was noted under a key; undefined if nothing was. */
  noted: (key: string): unknown => allowed(() => JSON.parse(place().getItem(NOTES + key) ?? "") as unknown),
  forgetNote(key: string): void {
    allowed(() => place().removeItem(NOTES + key));
  },
});

/** Notes on the work: small, and written before the call returns, so that even a page that goes away now keeps them. */
export const { note, noted, forgetNote } = notesIn(() => localStorage);
/** Notes for as long as this tab is open: on what is begun in many places, and finished in few. */
export const ofTab = notesIn(() => sessionStorage);

/** Nothing of whoever was here stays but the value of one key. */
export async function forgetAll(but: string): Promise<void> {
  if (!isThere()) return;
  for (const place of [localStorage, sessionStorage])
    for (const key of Object.keys(place)) if (key.startsWith(NOTES)) place.removeItem(key);
  await forgetThose((key) => key !== but);
}
