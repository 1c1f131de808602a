import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

describe("a browser that denies storage to the site", () => {
  test("holds notes until the page is left, stores nothing, and fails at nothing", async () => {
    const forbidden = () => {
      throw new DOMException("", "SecurityError");
    };
    vi.stubGlobal("indexedDB", { open: forbidden });
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: forbidden });
    const storage = await import("./offlineStorage");

    expect(await storage.putValue("outbox", ["hello"])).toBe(false);
    expect(await storage.updateValue("outbox", () => [])).toBe(false);
    expect(await storage.getValue("outbox")).toBeUndefined();
    await storage.deleteValue("outbox");
    await storage.deleteValues(() => true);
    await storage.deleteAllButOutbox();
    storage.putNote("draft", "hello");
    expect(storage.getNote("draft")).toBe("hello");
    await storage.deleteAllButOutbox();
    expect(storage.getNote("draft")).toBeUndefined();
  });
});
