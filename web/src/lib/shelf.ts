/**
 * What this browser keeps of unfinished work until it is done: files and what was written beside them, by key. Where the
 * browser refuses to keep anything (a private window, a full disk), nothing is kept and nobody is bothered.
 */
import { createStore, del, delMany, get, keys, set, type UseStore } from "idb-keyval";

const NOTES = "shelf:";

let opened: UseStore | undefined;

const isThere = () => typeof indexedDB !== "undefined";
const store = () => {
  opened ??= createStore("inflow", "shelf");
  return opened;
};

/** Keeps a value, a file for example, under a key, in place of what was there. */
export async function keep(key: string, value: unknown): Promise<void> {
  if (isThere()) await set(key, value, store()).catch(() => undefined);
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

/** Notes on the work: small, and written before the call returns, so that even a page that goes away now keeps them. */
export function note(key: string, value: unknown): void {
  try {
    localStorage.setItem(NOTES + key, JSON.stringify(value));
  } catch {
    // The browser keeps nothing.
  }
}

/** What was noted under a key; undefined if nothing was. */
export function noted(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(NOTES + key) ?? "") as unknown;
  } catch {
    return undefined;
  }
}

export function forgetNote(key: string): void {
  if (typeof localStorage !== "undefined") localStorage.removeItem(NOTES + key);
}

/** Nothing of whoever was here stays, or nothing but the value of one key. */
export async function forgetAll(but?: string): Promise<void> {
  if (!isThere()) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(NOTES)) localStorage.removeItem(key);
  await forgetThose((key) => key !== but);
}
