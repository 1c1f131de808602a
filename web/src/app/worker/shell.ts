/** The app's own files, kept so that it opens without a network. The build says which they are. */
declare const __FILES__: string[];
declare const __VERSION__: string;

const PREFIX = "shell-";
const CURRENT = PREFIX + __VERSION__;
const PAGE = "/";
/** Answers of a reverse proxy whose server is down. */
const IS_DOWN = new Set([502, 503, 504]);
/** How long to wait for the network. A network that takes a request and never answers it counts as none. */
const PATIENCE_MS = 4_000;

/**
 * Everything or nothing: a shell with a part missing would be worse than none. Files that the previous version has are
 * taken from it, so that an update fetches only what has changed.
 */
export async function cacheShell(): Promise<void> {
  const isNew = !(await caches.has(CURRENT));
  const cache = await caches.open(CURRENT);
  try {
    const missing = await Promise.all(
      __FILES__.map(async (file) => ((await isTaken(file, cache)) ? [] : [file])),
    );
    await cache.addAll([PAGE, ...missing.flat()]);
  } catch (error) {
    if (isNew) await caches.delete(CURRENT);
    throw error;
  }
}

/** Whether a kept version has the file; then this one has it too. */
async function isTaken(file: string, cache: Cache): Promise<boolean> {
  const found = await caches.match(file, { ignoreVary: true });
  if (found) await cache.put(file, found);
  return found !== undefined;
}

/** The previous version stays: open pages were loaded from it, and may still request one of its files. */
export async function deleteOldShells(): Promise<void> {
  const shells = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(shells.slice(0, -1).map((name) => caches.delete(name)));
}

/** A file with its content's hash in its name never changes, so the cached one is always right. */
export async function cacheFirst(request: Request): Promise<Response> {
  const found = await caches.match(request, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CURRENT)).put(request, response.clone());
  return response;
}

/**
 * The page from the server, which the browser may have requested while it started the worker (`preloaded`), so that a new
 * version shows at the next page load; the cached one if the server cannot be reached.
 */
export async function networkFirst(
  request: Request,
  preloaded: Promise<Response | undefined> = Promise.resolve(undefined),
): Promise<Response> {
  const asked = preloaded.then((response) => response ?? fetch(request)).catch(() => null);
  const answer = await Promise.race([asked, patience()]);
  // Firefox does not reject a preload that failed; its response is an error.
  if (answer && answer.type !== "error" && !IS_DOWN.has(answer.status)) return answer;
  const shell = await caches.open(CURRENT).then((cache) => cache.match(PAGE, { ignoreVary: true }));
  return shell ?? (await asked) ?? Response.error();
}

const patience = () => new Promise<null>((over) => setTimeout(() => over(null), PATIENCE_MS));
