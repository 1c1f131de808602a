import { afterEach, describe, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

describe("a browser that denies storage to the site", () => {
  test("holds notes until the page is left, stores nothing, and fails at nothing", async () => {
    const forbidden = () => {
      throw new DOMException("", "SecurityError");
    };
    vi.stubGlobal("indexedDB", { open: forbidden });
    Object.defineProperty(globalThis, "localStorage", { configurable: true, get: forbidden });
    const shelf = await import("./shelf");

    expect(await shelf.keep("outbox", ["hello"])).toBe(false);
    expect(await shelf.revise("outbox", () => [])).toBe(false);
    expect(await shelf.kept("outbox")).toBeUndefined();
    await shelf.forget("outbox");
    await shelf.forgetThose(() => true);
    await shelf.forgetAll((key) => key === "outbox");
    shelf.note("draft", "hello");
    expect(shelf.noted("draft")).toBe("hello");
    await shelf.forgetAll(() => false);
    expect(shelf.noted("draft")).toBeUndefined();
  });
});
