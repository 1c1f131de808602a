import { afterEach, expect, it, vi } from "vitest";
import type { ProfileId } from "../api";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("ends in a new page although the browser, which clears its storage, never answers", async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const assign = vi.fn();
  vi.stubGlobal("fetch", async () => new Response("{}"));
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  vi.stubGlobal("window", { location: { assign } });
  for (const storage of ["localStorage", "sessionStorage"]) vi.stubGlobal(storage, {});
  const { logOut } = await import("./logOut");

  const loggedOut = logOut("alice" as ProfileId);
  await vi.advanceTimersByTimeAsync(10_000);
  await loggedOut;

  expect(assign).toHaveBeenCalledWith("/login");
});
