/**
 * The browser's storage, which it may deny to a site: then even reading `window.localStorage` throws. Values are held in
 * memory there, for as long as the page is open.
 */

/** The result; undefined where the browser throws. */
export function tryOrUndefined<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function storage(browsers: () => Storage) {
  const memory = new Map<string, string>();
  return {
    get: (key: string): string | null =>
      memory.get(key) ?? tryOrUndefined(() => browsers().getItem(key)) ?? null,
    set(key: string, value: string): void {
      memory.set(key, value);
      // On a full disk the old, outdated value stays: the value in memory takes precedence.
      tryOrUndefined(() => {
        browsers().setItem(key, value);
        memory.delete(key);
      });
    },
    remove(key: string): void {
      memory.delete(key);
      tryOrUndefined(() => browsers().removeItem(key));
    },
    keys: (): string[] => [...memory.keys(), ...(tryOrUndefined(() => Object.keys(browsers())) ?? [])],
  };
}

export const local = storage(() => localStorage);
/** The prefix of the keys under which this tab caches walls. */
export const CACHED_WALLS = "fotos:";
/** Of this tab, until it is closed. */
export const session = storage(() => sessionStorage);
