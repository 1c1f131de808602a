import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryDatabase, memoryLocks } from "../../../lib/memoryDatabase";
import type { PendingMessage } from "./outbox";
import { ALICE, BOB, load, type Page, refusal, written } from "./outboxFixture";
import type { Send } from "./outboxWorker";

const SERVER_ERROR = new Error("[CONVEX M(messages:sendMessage)] Server Error");

const contentsOf = ({ pendingMessages }: Page) => pendingMessages().map(({ content }) => content);
const until = (what: () => void) => vi.waitFor(what, { interval: 1 });

let page: Page;
let leaving: AbortController;

/** Alice sends until she leaves. */
const drain = (send: Send, from = page) =>
  from.processOutbox({
    owner: ALICE,
    account: "alice",
    send,
    isConnected: () => true,
    onReconnect: () => () => undefined,
    stop: leaving.signal,
  });
/** Notes what arrives. */
const into =
  (arrived: string[]): Send =>
  async ({ content }) =>
    arrived.push(content);
const never: Send = () => new Promise(() => undefined);

const reset = () => {
  leaving = new AbortController();
};
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Requirements with and without storage. */
function itSends(): void {
  it("sends in the order of writing, each once, and keeps nothing of what arrived", async () => {
    const arrived: string[] = [];
    for (const content of ["one", "two", "three"]) await page.enqueue(written(content));

    await drain(into(arrived));

    expect(arrived).toEqual(["one", "two", "three"]);
    expect(contentsOf(page)).toEqual([]);
  });

  it("sends what is written while it sends, however many ask it to", async () => {
    const arrived: string[] = [];
    await page.enqueue(written("one"));
    const send = async ({ content }: PendingMessage) => {
      arrived.push(content);
      if (content === "one") await page.enqueue(written("two"));
    };

    await Promise.all([drain(send), drain(send), drain(send)]);

    expect(arrived).toEqual(["one", "two"]);
  });

  it("keeps what was refused, with the reason, and goes on; tried again, it leaves", async () => {
    const arrived: string[] = [];
    for (const content of ["refused", "taken"]) await page.enqueue(written(content));

    await drain(async ({ content }) => {
      if (content === "refused") throw refusal("forbidden");
      arrived.push(content);
    });
    expect(arrived).toEqual(["taken"]);
    expect(page.pendingMessages()).toMatchObject([{ content: "refused", error: "No." }]);

    await page.retry("refused");
    await drain(into(arrived));
    expect(arrived).toEqual(["taken", "refused"]);
  });

  it("waits as long as the server asks, and does not lose its turn", async () => {
    const arrived: string[] = [];
    for (const content of ["one", "two"]) await page.enqueue(written(content));
    let refusals = 2;

    await drain(async ({ content }) => {
      if (refusals-- > 0) throw refusal("rate_limited", { retryAfter: 0.001 });
      arrived.push(content);
    });

    expect(arrived).toEqual(["one", "two"]);
  });

  it.each([
    ["the server falls over it", SERVER_ERROR],
    ["nobody is signed in for a moment", refusal("unauthenticated")],
    ["the server is busy", refusal("busy")],
  ])("tries the first one again before the second where %s", async (_, failure) => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const arrived: string[] = [];
    for (const content of ["one", "two"]) await page.enqueue(written(content));
    let failures = 3;
    const tried: string[] = [];

    const done = drain(async ({ content }) => {
      tried.push(content);
      if (failures-- > 0) throw failure;
      arrived.push(content);
    });
    await vi.waitFor(() => vi.runAllTimersAsync().then(() => expect(arrived).toEqual(["one", "two"])));
    await done;

    expect(tried).toEqual(["one", "one", "one", "one", "two"]);
    expect(contentsOf(page)).toEqual([]);
  });

  it("says so of one that the server falls over, and lets it be discarded for those behind it", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const arrived: string[] = [];
    for (const content of ["poison", "good"]) await page.enqueue(written(content));

    const done = drain(async ({ content }) => {
      if (content === "poison") throw SERVER_ERROR;
      arrived.push(content);
    });
    await vi.waitFor(() => expect(page.pendingMessages()).toMatchObject([{ isRetrying: true }, {}]));
    await page.discard("poison");
    await vi.waitFor(() => vi.runAllTimersAsync().then(() => expect(arrived).toEqual(["good"])));
    await done;
  });

  it("leaves another member's messages alone, and stops where its writer leaves", async () => {
    await page.enqueue(written("mine"));
    await page.enqueue(written("theirs", BOB));

    const done = drain(async () => {
      throw refusal("unauthenticated");
    });
    leaving.abort();
    await done;
    expect(contentsOf(page)).toEqual(["mine", "theirs"]);

    reset();
    await drain(async () => undefined);
    expect(contentsOf(page)).toEqual(["theirs"]);
  });

  it("sends again after a session that ended with a message in flight, by whoever signs in then", async () => {
    const arrived: string[] = [];
    for (const content of ["one", "two"]) await page.enqueue(written(content));
    const hanging = vi.fn(never);

    const before = drain(hanging);
    await until(() => expect(hanging).toHaveBeenCalledOnce());
    leaving.abort();
    reset();
    await drain(into(arrived));
    await before;
    await until(() => expect(arrived).toEqual(["one", "two"]));

    expect(hanging).toHaveBeenCalledOnce();
  });
}

describe("where the browser keeps nothing", () => {
  beforeEach(async () => {
    reset();
    page = await load();
  });

  itSends();

  it("says that it does not keep a message", async () => {
    expect(await page.enqueue(written("fleeting"))).toBe(false);
    expect(contentsOf(page)).toEqual(["fleeting"]);
  });
});

describe("where the browser keeps it", () => {
  let browser: ReturnType<typeof memoryDatabase>;

  beforeEach(async () => {
    reset();
    browser = memoryDatabase();
    vi.stubGlobal("indexedDB", browser.indexedDB);
    vi.stubGlobal("navigator", { locks: memoryLocks() });
    page = await load();
  });

  itSends();

  it("finds it again after the page was loaded again", async () => {
    const arrived: string[] = [];
    expect(await page.enqueue(written("kept"))).toBe(true);

    page = await load();
    await drain(into(arrived));

    expect(arrived).toEqual(["kept"]);
    expect(browser.values.get("outbox")).toEqual([]);
  });

  it("reads and writes messages in the format that earlier versions stored", async () => {
    const refused = { ...written("refused"), objection: "No." };
    const late = { ...written("late"), isLate: true };
    browser.values.set("outbox", [refused, late]);

    await page.enqueue(written("new"));

    expect(page.pendingMessages()).toEqual([
      { ...written("refused"), error: "No." },
      { ...written("late"), isRetrying: true },
      written("new"),
    ]);
    expect(browser.values.get("outbox")).toEqual([refused, late, written("new")]);
  });

  it("sends what the browser refuses to keep, says so, and forgets nothing of what it did keep", async () => {
    const arrived: string[] = [];
    await page.enqueue(written("first of all"));
    await drain(into(arrived));
    await page.enqueue(written("kept"));
    browser.disk.isFull = true;

    expect(await page.enqueue(written("refused"))).toBe(false);
    expect(contentsOf(page)).toEqual(["kept", "refused"]);
    expect(browser.values.get("outbox")).toMatchObject([{ content: "kept" }]);
    await drain(into(arrived));

    expect(arrived).toEqual(["first of all", "kept", "refused"]);
    expect(contentsOf(page)).toEqual([]);
  });

  it("keeps what it could not keep before as soon as there is room, beside what other pages wrote", async () => {
    const other = await load();
    browser.disk.isFull = true;
    expect(await page.enqueue(written("one"))).toBe(false);
    browser.disk.isFull = false;
    await other.enqueue(written("elsewhere"));

    expect(await page.enqueue(written("two"))).toBe(true);

    const kept = browser.values.get("outbox") as PendingMessage[];
    expect(kept.map(({ content }) => content)).toEqual(["elsewhere", "one", "two"]);
  });

  it("sends from one page at a time, each message once", async () => {
    const arrived: string[] = [];
    const other = await load();
    for (const content of ["one", "two"]) await page.enqueue(written(content));
    await other.enqueue(written("three"));

    await Promise.all([drain(into(arrived)), drain(into(arrived), other)]);

    expect(arrived).toEqual(["one", "two", "three"]);
    await until(() => expect(contentsOf(other)).toEqual([]));
  });

  it("lets another page send what hung in one whose session ended", async () => {
    const arrived: string[] = [];
    const other = await load();
    await page.enqueue(written("one"));
    const hanging = vi.fn(never);

    const before = drain(hanging);
    await until(() => expect(hanging).toHaveBeenCalledOnce());
    leaving.abort();
    await before;
    reset();
    await drain(into(arrived), other);

    expect(arrived).toEqual(["one"]);
  });
});
