import { describe, expect, it } from "vitest";
import { chooseLanguage } from "./language";

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
