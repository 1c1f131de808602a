import { afterEach, expect, it, vi } from "vitest";
import type { ProfileId } from "../../../api";
import { memoryDatabase } from "../../../lib/memoryDatabase";

afterEach(() => vi.unstubAllGlobals());

it.each(["signing out", "the session's end"])(
  "leaves messages that are on their way to their writer at %s",
  async (way) => {
    vi.resetModules();
    vi.stubGlobal("fetch", async () => new Response("{}"));
    const browser = memoryDatabase();
    vi.stubGlobal("indexedDB", browser.indexedDB);
    for (const storage of ["localStorage", "sessionStorage"]) vi.stubGlobal(storage, {});
    const [alice, bob] = ["alice", "bob"].map((senderId) => ({ clientId: senderId, senderId }));
    browser.values.set("outbox", [alice, bob]);
    browser.values.set("outbox-foto-bob", new Blob());
    browser.values.set("kept-chat-harbour", "what was said");
    const { markSignedOut, markSignedIn, leave } = await import("../../identity/session");
    markSignedIn();

    if (way === "signing out") await leave();
    else markSignedOut();

    await vi.waitFor(() => expect([...browser.values.keys()]).toEqual(["outbox", "outbox-foto-bob"]));
    const { discardAllOf } = await import("./outbox");
    await discardAllOf("alice" as ProfileId);
    expect(browser.values.get("outbox")).toEqual([bob]);
    expect(browser.values.has("outbox-foto-bob")).toBe(true);
  },
);
