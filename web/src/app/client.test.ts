import type { ConvexReactClient } from "convex/react";
import { makeFunctionReference } from "convex/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

const TOKEN_S = 300;
const PING_MS = 12_000;
const save = makeFunctionReference<"mutation", { photo: string }>("photos:save");
const act = makeFunctionReference<"action", { photo: string }>("photos:act");

let sockets: Wire[] = [];
let client: ConvexReactClient;

/** A browser's socket to a server that accepts every token, and sends other messages only when the test says so. */
class Wire extends EventTarget {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: CloseEvent) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: { type: string }[] = [];
  isClosed = false;
  private version = { querySet: 0, identity: 0, ts: "AAAAAAAAAAA=" };

  constructor() {
    super();
    sockets.push(this);
    setTimeout(() => {
      this.dispatchEvent(new Event("open"));
      this.onopen?.();
    });
  }

  send(frame: string): void {
    const message = JSON.parse(frame);
    this.sent.push(message);
    if (message.type !== "Authenticate") return;
    const before = this.version;
    this.version = { ...before, identity: before.identity + 1, ts: "AQAAAAAAAAA=" };
    this.says({ type: "Transition", startVersion: before, endVersion: this.version, modifications: [] });
  }

  says(message: object): void {
    setTimeout(() => {
      this.dispatchEvent(new Event("message"));
      this.onmessage?.({ data: JSON.stringify(message) });
    });
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Node has none. */
class Closed extends Event {
  readonly code: number;
  readonly reason: string;

  constructor(type: string, { code, reason }: { code: number; reason: string }) {
    super(type);
    this.code = code;
    this.reason = reason;
  }
}

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-20T12:00:00Z") });
  vi.resetModules();
  sockets = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("CloseEvent", Closed);
  vi.stubGlobal("window", { location: { origin: "https://inflow.example" }, addEventListener: () => {} });
  vi.spyOn(console, "log").mockImplementation(() => {});
  client = (await import("./client")).newClient();
});
afterEach(async () => {
  void client.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const token = () => {
  const iat = Math.floor(Date.now() / 1000);
  return `${encoded({ alg: "ES256" })}.${encoded({ iat, exp: iat + TOKEN_S, jti: crypto.randomUUID() })}.c2ln`;
};

/** A member signs in; the returned mock counts the tokens that were fetched. */
async function signsIn() {
  const fetched = vi.fn(async () => token());
  client.setAuth(fetched, () => {});
  await vi.advanceTimersByTimeAsync(100);
  return fetched;
}

it("gives a socket up after 30 seconds without a message, and opens another", async () => {
  await signsIn();
  await vi.advanceTimersByTimeAsync(29_800);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sockets[0]?.isClosed).toBe(true);
  await vi.advanceTimersByTimeAsync(1_500); // the client waits a second before, a half more or less by chance
  expect(sockets).toHaveLength(2);
});

it("keeps a socket on which the server only says Ping, and fetches the next token two seconds before the end", async () => {
  const fetched = await signsIn();
  const before = fetched.mock.calls.length;
  const pings = setInterval(() => sockets[0]?.says({ type: "Ping" }), PING_MS);
  await vi.advanceTimersByTimeAsync(1_000 * (TOKEN_S - 3));
  expect(sockets).toHaveLength(1);
  expect(fetched).toHaveBeenCalledTimes(before);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(fetched).toHaveBeenCalledTimes(before + 1);
  clearInterval(pings);
});

it("refuses a photo that does not fit into a frame, in words, and sends nothing of it", async () => {
  await signsIn();
  const photo = "a".repeat(16 * 1024 * 1024);
  const words = "This is too large to send. The limit is 16 MB.";
  await expect(client.mutation(save, { photo })).rejects.toMatchObject({ code: "too_large", message: words });
  await expect(client.action(act, { photo })).rejects.toMatchObject({ code: "too_large", message: words });
  // Three bytes each.
  const third = "\u20ac".repeat(6 * 1024 * 1024);
  await expect(client.mutation(save, { photo: third })).rejects.toMatchObject({ code: "too_large" });
  expect(sockets[0]?.sent.filter(({ type }) => type === "Mutation" || type === "Action")).toEqual([]);
});

it("sends a photo of five megabytes as a data URL", async () => {
  await signsIn();
  void client.mutation(save, { photo: "a".repeat(7 * 1024 * 1024) });
  await vi.advanceTimersByTimeAsync(100);
  expect(sockets[0]?.sent.some(({ type }) => type === "Mutation")).toBe(true);
});
