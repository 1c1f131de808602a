import { afterEach, expect, it, vi } from "vitest";
import { reportErrors } from "./debugging";

afterEach(() => vi.unstubAllGlobals());

it("tells the server what goes wrong on a page, and where", () => {
  const page = new EventTarget();
  const told: unknown[] = [];
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", { pathname: "/homefeed" });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) =>
    told.push([path, JSON.parse(body)]),
  );
  reportErrors();

  page.dispatchEvent(Object.assign(new Event("error"), { message: "It broke" }));
  page.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "Nobody was there" }));

  expect(told).toEqual([
    ["/api/debug_event", { kind: "error", page: "/homefeed", words: "It broke" }],
    ["/api/debug_event", { kind: "unhandled rejection", page: "/homefeed", words: "Nobody was there" }],
  ]);
});
