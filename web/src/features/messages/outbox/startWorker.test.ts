import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memoryDatabase, memoryLocks } from "../../../lib/memoryDatabase";
import { ALICE, BOB, foto, load, type Page, refusal, taking, written } from "./outboxFixture";
import type { Send, Sender } from "./outboxWorker";

let page: Page;
let leaving: AbortController;
let arrived: string[];
let reconnect: () => void;

/** Alice, until she leaves. */
const senderOf = (send: Send): Sender => ({
  owner: ALICE,
  account: "alice",
  send,
  upload: taking,
  isConnected: () => true,
  onReconnect: (wake) => {
    reconnect = wake;
    return () => undefined;
  },
  stop: leaving.signal,
});
const until = (what: () => void) => vi.waitFor(what, { interval: 1 });

beforeEach(async () => {
  leaving = new AbortController();
  arrived = [];
  vi.stubGlobal("indexedDB", memoryDatabase().indexedDB);
  vi.stubGlobal("navigator", { locks: memoryLocks() });
  page = await load();
});
afterEach(() => {
  leaving.abort();
  vi.unstubAllGlobals();
});

it("sends what waits, what is queued later and what is tried again, by itself and until its end", async () => {
  let isRefused = true;
  await page.enqueue(written("waiting"));
  await page.enqueue(written("bob's", BOB));
  page.startWorker(
    senderOf(async ({ content }) => {
      if (content === "refused" && isRefused) throw refusal("forbidden");
      arrived.push(content);
    }),
  );
  await until(() => expect(arrived).toEqual(["waiting"]));

  await page.enqueue(...foto("tide"));
  await page.enqueue(written("refused"));
  await until(() => expect(page.pendingMessages()).toMatchObject([{ senderId: BOB }, { error: "No." }]));
  isRefused = false;
  await page.retry("refused");
  await until(() => expect(arrived).toEqual(["waiting", "/media/tide", "refused"]));

  leaving.abort();
  await page.enqueue(written("after the end"));
  leaving = new AbortController();
  const later: string[] = [];
  page.startWorker(senderOf(async ({ content }) => later.push(content)));
  await until(() => expect(later).toEqual(["after the end"]));
  expect(arrived).toHaveLength(3);
});

it("goes on when the server can be reached again", async () => {
  const send = vi.fn<Send>(async ({ content }) => arrived.push(content));
  send.mockRejectedValueOnce(refusal("unreachable"));
  await page.enqueue(written("one"));
  page.startWorker(senderOf(send));
  await until(() => expect(send).toHaveBeenCalledOnce());

  await until(() => {
    reconnect();
    expect(arrived).toEqual(["one"]);
  });
});
