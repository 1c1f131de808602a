import { afterEach, beforeEach, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("__VERSION__", "1");
  vi.stubGlobal("__FILES__", []);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A browser that keeps this shell, or none, and a network that answers so. */
function browser(shell: string | undefined, network: () => Promise<Response>) {
  const cache = { match: async () => (shell === undefined ? undefined : new Response(shell)) };
  vi.stubGlobal("caches", { open: async () => cache });
  vi.stubGlobal("fetch", network);
}

const silent = () => new Promise<Response>(() => {});
const after = (ms: number, words: string) => () =>
  new Promise<Response>((answer) => setTimeout(() => answer(new Response(words)), ms));

/** The page that a member sees when they open the app. */
async function shown(preloaded?: Promise<Response | undefined>): Promise<string> {
  const { networkFirst } = await import("./shell");
  const asked = networkFirst(new Request("https://inflow.example/find"), preloaded);
  await vi.runAllTimersAsync();
  return (await asked).text();
}

it("shows the server's page, though it takes its time", async () => {
  browser("the shell", after(3_900, "the page"));
  expect(await shown()).toBe("the page");
});

it("shows the shell where the network takes the request and never answers", async () => {
  browser("the shell", silent);
  expect(await shown()).toBe("the shell");
});

it("waits for the server where no shell is kept", async () => {
  browser(undefined, after(20_000, "the page"));
  expect(await shown()).toBe("the page");
});

it.each([
  ["is down", async () => new Response("bad gateway", { status: 502 })],
  ["cannot be reached", () => Promise.reject(new TypeError("no network"))],
])("shows the shell where the server %s", async (_, network) => {
  browser("the shell", network);
  expect(await shown()).toBe("the shell");
});

it.each([
  ["rejects it", () => Promise.reject(new TypeError("no network"))],
  ["answers it with an error, as Firefox does", () => Promise.resolve(Response.error())],
])("shows the shell where the browser preloads the page in vain and %s", async (_, preload) => {
  browser("the shell", silent);
  expect(await shown(preload())).toBe("the shell");
});

it("fetches only the files of a new version that the previous one lacks", async () => {
  vi.stubGlobal("__FILES__", ["/assets/same.js", "/assets/changed.js"]);
  const kept = new Map([["/assets/same.js", new Response("the same")]]);
  const current = new Map<string, Response>();
  const fetched: string[] = [];
  const addAll = async (files: string[]) => void fetched.push(...files);
  vi.stubGlobal("caches", {
    has: async () => false,
    open: async () => ({
      addAll,
      put: async (file: string, found: Response) => void current.set(file, found),
    }),
    match: async (file: string) => kept.get(file),
  });

  const { cacheShell } = await import("./shell");
  await cacheShell();

  expect(fetched).toEqual(["/", "/assets/changed.js"]);
  expect([...current.keys()]).toEqual(["/assets/same.js"]);
});

it("leaves nothing of a version whose files did not all come, so that it is not taken for the previous one", async () => {
  const deleted: string[] = [];
  vi.stubGlobal("caches", {
    has: async () => false,
    open: async () => ({ addAll: () => Promise.reject(new TypeError("no network")) }),
    delete: async (name: string) => void deleted.push(name),
  });

  const { cacheShell } = await import("./shell");

  await expect(cacheShell()).rejects.toThrow("no network");
  expect(deleted).toEqual(["shell-1"]);
});
