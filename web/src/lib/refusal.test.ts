import { ConvexError } from "convex/values";
import { describe, expect, it } from "vitest";
import { codeOf, Refusal, refusalFrom, wordsFor } from "./refusal";

describe("what people read when the server says no", () => {
  it("is the server's own words, whichever way they came", () => {
    const data = { code: "nook_locked", message: "Your nook is locked." };
    expect(wordsFor(new ConvexError(data), "?")).toBe("Your nook is locked.");
    expect(wordsFor(refusalFrom(409, data, "?"), "?")).toBe("Your nook is locked.");
    expect(codeOf(new ConvexError(data))).toBe("nook_locked");
  });

  it("is our own words when something broke that nobody meant to say", () => {
    expect(wordsFor(new TypeError("x is not a function"), "Unknown error")).toBe("Unknown error");
    expect(wordsFor(new ConvexError(null), "Unknown error")).toBe("Unknown error");
    expect(codeOf(new Error("secret"))).toBeNull();
  });

  it("survives an answer that is not JSON of ours", () => {
    expect(refusalFrom(502, null, "Please try again.")).toMatchObject({
      code: "http_502",
      message: "Please try again.",
    });
  });

  it("keeps the field that a form may point at", () => {
    const refusal = refusalFrom(400, { code: "invalid", message: "Taken", field: "username" }, "?");
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.field).toBe("username");
  });

  it("keeps for how long one is asked to wait", () => {
    expect(refusalFrom(429, { code: "rate_limited", message: "Wait", retryAfter: 7 }, "?").retryAfter).toBe(
      7,
    );
    expect(refusalFrom(429, null, "?").retryAfter).toBeUndefined();
  });
});
