import { afterEach, expect, it, vi } from "vitest";
import { get, post } from "./http";

afterEach(() => vi.unstubAllGlobals());

it("says that the server cannot be reached, or what one wanted said of it", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(get("/api/identity/methods")).rejects.toThrow("Couldn't reach the server. Try again.");
  await expect(post("/api/identity/sign-out", {}, "Could not sign out.")).rejects.toThrow(
    "Could not sign out.",
  );
});
