import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ConversationId } from "../../../api";
import { memoryDatabase, memoryLocks } from "../../../lib/memoryDatabase";
import type { PendingMessage } from "./outbox";
import { ALICE, BOB, foto, load, type Page, refusal, taking, written } from "./outboxFixture";
import type { Send, UploadFoto } from "./outboxWorker";

let browser: ReturnType<typeof memoryDatabase>;
let page: Page;
let leaving: AbortController;
let arrived: string[];
let isConnected: boolean;

const send: Send = async ({ content }) => arrived.push(content);
const drain = (upload: UploadFoto, how = send) =>
  page.processOutbox({
    owner: ALICE,
    account: "alice",
    send: how,
    upload,
    isConnected: () => isConnected,
    onReconnect,
    stop: leaving.signal,
  });
/** Reconnects, and wakes the waiting worker. */
let comesBack: () => void = () => undefined;
const onReconnect = (wake: () => void) => {
  comesBack = wake;
  return () => undefined;
};
const until = (what: () => void) => vi.waitFor(what, { interval: 1 });
const keysOfFotos = () => [...browser.values.keys()].filter((key) => key !== "outbox");

/** A server that works on a foto until `done` is called. */
function atWork() {
  let done: (address: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => {
    done = resolve;
  });
  return { upload: vi.fn<UploadFoto>(() => promise), done: (address: string) => done(address) };
}

beforeEach(async () => {
  leaving = new AbortController();
  arrived = [];
  isConnected = true;
  browser = memoryDatabase();
  vi.stubGlobal("indexedDB", browser.indexedDB);
  vi.stubGlobal("navigator", { locks: memoryLocks() });
  page = await load();
});
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("brings fotos and sends them in the order of writing, each once, and keeps no file of what arrived", async () => {
  await page.enqueue(written("before"));
  for (const shows of ["tide", "pier"]) await page.enqueue(...foto(shows));
  await page.enqueue(written("after"));
  expect(keysOfFotos()).toHaveLength(2);

  await drain(taking);

  await until(() => expect(arrived).toEqual(["before", "/media/tide", "/media/pier", "after"]));
  await until(() => expect(page.pendingMessages()).toEqual([]));
  expect(keysOfFotos()).toEqual([]);
});

it("lets words to others pass a foto that is on its way, and none to the same", async () => {
  const { upload, done } = atWork();
  await page.enqueue(...foto("tide"));
  await page.enqueue(written("same"));
  await page.enqueue({ ...written("other"), conversationId: "market" as ConversationId });

  const processing = drain(upload);
  await until(() => expect(arrived).toEqual(["other"]));
  done("/media/tide");
  await processing;

  await until(() => expect(arrived).toEqual(["other", "/media/tide", "same"]));
});

it("finds a foto again after the page was loaded again, and does not upload it twice", async () => {
  await page.enqueue(...foto("tide"));
  page = await load();
  const upload = vi.fn(taking);
  const refusing: Send = async () => {
    throw refusal("busy");
  };

  vi.useFakeTimers({ toFake: ["setTimeout"] });
  void drain(upload, refusing);
  await vi.waitFor(() => expect(page.pendingMessages()).toMatchObject([{ content: "/media/tide" }]));
  leaving.abort();
  leaving = new AbortController();
  page = await load();
  await drain(upload);

  await vi.waitFor(() => expect(arrived).toEqual(["/media/tide"]));
  expect(upload).toHaveBeenCalledOnce();
});

it("keeps a foto whose content was refused until it is discarded, and what is behind it goes", async () => {
  const words = "This photo contains inappropriate content and cannot be uploaded";
  await page.enqueue(...foto("bare"));
  await page.enqueue(written("after"));

  await drain(async () => {
    throw new page.Refusal("content_refused", words);
  });

  await until(() => expect(arrived).toEqual(["after"]));
  expect(page.pendingMessages()).toMatchObject([{ error: words, isContent: true }]);
  await page.discard("bare");
  expect(keysOfFotos()).toEqual([]);
});

it("brings a refused foto anew when it is tried again, for what came of it may be gone", async () => {
  await page.enqueue(...foto("tide"));
  let isGone = true;
  const missing: Send = async (unsent) => {
    if (isGone) throw refusal("invalid");
    return send(unsent);
  };
  const upload = vi.fn(taking);
  const again = () => drain(upload, missing);

  await again();
  await until(() => expect(page.pendingMessages()).toMatchObject([{ error: "No." }]));
  isGone = false;
  await page.retry("tide");
  await again();

  await until(() => expect(arrived).toEqual(["/media/tide"]));
  expect(upload).toHaveBeenCalledTimes(2);
});

it("tries again at once when the connection is back", async () => {
  await page.enqueue(...foto("tide"));
  let isCut = true;
  isConnected = false;
  const upload = vi.fn<UploadFoto>(async (file, ...more) => {
    if (isCut) throw new page.Refusal("unreachable", "The connection was lost. Please try again.");
    return taking(file, ...more);
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });

  void drain(upload);
  await vi.waitFor(() => expect(upload).toHaveBeenCalledOnce());
  expect(page.pendingMessages()).toMatchObject([{ awaitsUpload: true }]);
  expect(page.pendingMessages()[0]).not.toHaveProperty("error");
  isCut = false;
  await vi.waitFor(() => {
    comesBack();
    expect(arrived).toEqual(["/media/tide"]);
  });
});

it("says so of a foto that the server falls over, and stops bringing one that is discarded", async () => {
  await page.enqueue(...foto("poison"));
  await page.enqueue(written("after"));
  let stopped: AbortSignal | undefined;
  const falling = vi.fn<UploadFoto>(async () => {
    throw new page.Refusal("http_502", "");
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  void drain(falling);
  await vi.waitFor(() => expect(page.pendingMessages()).toMatchObject([{ isRetrying: true }, {}]));
  leaving.abort();
  vi.useRealTimers();

  leaving = new AbortController();
  const processing = drain((_, __, signal) => {
    stopped = signal;
    return new Promise(() => undefined);
  });
  await until(() => expect(stopped).toBeDefined());
  await page.discard("poison");
  await processing;
  await drain(taking);

  expect(stopped?.aborted).toBe(true);
  await until(() => expect(arrived).toEqual(["after"]));
});

it("gives up a foto on which the line breaks again and again, though the server is there", async () => {
  await page.enqueue(...foto("locked"));
  await page.enqueue(written("after"));
  const upload = vi.fn<UploadFoto>(async () => {
    throw new page.Refusal("unreachable", "The connection was lost. Please try again.");
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });

  void drain(upload);
  await vi.waitFor(() =>
    vi.runAllTimersAsync().then(() => expect(page.pendingMessages()[0]).toHaveProperty("error")),
  );

  expect(upload).toHaveBeenCalledTimes(6);
  await page.retry("locked");
  vi.useRealTimers();
  await drain(taking);
  await until(() => expect(arrived).toContain("/media/locked"));
});

it("takes a foto for sent that the server has under the address of another try", async () => {
  await page.enqueue(...foto("tide"));

  await drain(taking, async () => {
    throw refusal("conflict");
  });

  await until(() => expect(page.pendingMessages()).toEqual([]));
});

it("puts fotos that are chosen together in their order, and before what is written next", async () => {
  await Promise.all([
    ...["one", "two", "three"].map((shows) => page.enqueue(...foto(shows))),
    page.enqueue(written("four")),
  ]);

  await drain(taking);

  await until(() => expect(arrived).toEqual(["/media/one", "/media/two", "/media/three", "four"]));
});

it("keeps from other pages a foto that there is no room for, and sends it before what was written after it", async () => {
  const other = await load();
  browser.disk.isFull = true;
  const [unsent, file] = foto("large");
  expect(await page.enqueue({ ...unsent, writtenAt: "2026-05-01T06:00:00Z" }, file)).toBe(false);
  browser.disk.isFull = false;
  await page.enqueue({ ...written("after"), writtenAt: "2026-05-01T06:00:01Z" });

  expect((await other.read()).map(({ clientId }) => clientId)).toEqual(["after"]);
  expect((await page.read()).map(({ clientId }) => clientId)).toEqual(["large", "after"]);
  await drain(taking);
  await until(() => expect(arrived).toEqual(["/media/large", "after"]));
  await until(() => expect(page.pendingMessages()).toEqual([]));
});

it("keeps the file of a foto that is sent for as long as the browser keeps its message", async () => {
  await page.enqueue(...foto("tide"));
  browser.disk.isFull = true;
  await drain(taking);
  await until(() => expect(arrived).toEqual(["/media/tide"]));

  expect(keysOfFotos()).toEqual(["outbox-foto-tide"]);
  browser.disk.isFull = false;
  page = await load();
  await drain(taking);
  await until(() => expect(page.pendingMessages()).toEqual([]));
  await until(() => expect(keysOfFotos()).toEqual([]));
});

it("sends what the browser has no room for, and says so", async () => {
  browser.disk.isFull = true;

  expect(await page.enqueue(...foto("tide"))).toBe(false);
  await drain(taking);

  await until(() => expect(arrived).toEqual(["/media/tide"]));
});

it("leaves no file behind of a message that never got in, and every file of those on their way", async () => {
  await page.storeFoto("stray", new Blob(["stray"]));
  await page.enqueue(...foto("tide"));

  await page.deleteStrayFotos();
  expect(keysOfFotos()).toEqual(["outbox-foto-tide"]);
  await page.deleteAllButOutbox();
  expect(keysOfFotos()).toEqual(["outbox-foto-tide"]);
  await page.discardAllOf(BOB);
  expect(keysOfFotos()).toEqual(["outbox-foto-tide"]);
  await page.discardAllOf(ALICE);
  expect(keysOfFotos()).toEqual([]);
});

it("asks for a foto anew that is no longer in this browser", async () => {
  await page.enqueue(...foto("tide"));
  await page.deleteFoto("tide");

  await drain(taking);

  const error = "The foto is no longer on this device.";
  expect(page.pendingMessages()).toMatchObject([{ error }] satisfies Partial<PendingMessage>[]);
});
