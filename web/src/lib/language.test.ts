import { afterEach, describe, expect, it, vi } from "vitest";
import { chooseLanguage } from "./language";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe("the language of the page", () => {
  it("is the one that the member chose on this device", () => {
    expect(chooseLanguage(["en", "de"], "de", ["en-GB"])).toBe("de");
  });

  it("is otherwise the first of the browser's that the server offers", () => {
    expect(chooseLanguage(["en", "de"], null, ["fr-FR", "de-AT", "en"])).toBe("de");
  });

  it("is the server's own when the browser knows none of those", () => {
    expect(chooseLanguage(["de", "en"], null, ["fr"])).toBe("de");
  });

  it("falls back when the operator no longer offers the chosen one", () => {
    expect(chooseLanguage(["en"], "de", ["de"])).toBe("en");
  });
});

describe("the cookie of the language", () => {
  it.each([
    ["https:", "__Host-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure"],
    ["http:", "language=de; Path=/; Max-Age=31536000; SameSite=Lax"],
  ])("is this host's alone over %s where that is possible", async (protocol, written) => {
    const page = { cookie: "", querySelector: () => null };
    vi.stubGlobal("location", { protocol });
    vi.stubGlobal("document", page);
    vi.resetModules();

    const { keepLanguage } = await import("./language");
    keepLanguage("de");

    expect(page.cookie).toBe(written);
  });
});
