import { afterEach, beforeEach, expect, it, vi } from "vitest";

interface Row {
  state: unknown;
  url: URL;
}

/** A browser's window as far as its history goes: a row of entries, and an event when one moves along it. */
function windowAt(path: string) {
  const row: Row[] = [{ state: null, url: new URL(path, "https://inflow.example") }];
  const events = new EventTarget();
  let at = 0;
  const current = () => row[at] as Row;
  const enter = (state: unknown, path: string): Row => ({
    state,
    url: new URL(path || current().url, current().url),
  });
  return {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
    get location() {
      return current().url;
    },
    history: {
      get state() {
        return current().state;
      },
      pushState: (state: unknown, _: string, path: string) => {
        row.splice(at + 1, row.length, enter(state, path));
        at += 1;
      },
      replaceState: (state: unknown, _: string, path = "") => {
        row[at] = enter(state, path);
      },
      go: (delta: number) => {
        at = Math.min(Math.max(at + delta, 0), row.length - 1);
        events.dispatchEvent(new Event("popstate"));
      },
    },
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("window", windowAt("/homefeed"));
});
afterEach(() => vi.unstubAllGlobals());

/** The module as a fresh page has it, and where it has said that one is. */
async function opened() {
  const history = await import("./history");
  const seen: string[] = [];
  history.onStep(({ place, kind }) => seen.push(`${kind} ${place.pathname}`));
  return { ...history, seen };
}

it("tells where one has gone, forward and back", async () => {
  const { push, replace, go, seen } = await opened();
  push("/sphere");
  replace({ pathname: "/cue", search: "?tab=media" });
  go(-1);
  expect(seen).toEqual(["PUSH /sphere", "REPLACE /cue", "POP /homefeed"]);
});

it("keeps what a step brought with it", async () => {
  const { push, placeNow } = await opened();
  push("/reset-password", { email: "alice@example.org" });
  expect(placeNow().state).toEqual({ email: "alice@example.org" });
});

it("asks before a step back, and stays where it was until the answer is yes", async () => {
  const { push, go, askBeforeLeaving, placeNow, seen } = await opened();
  push("/post/fotos");
  let leave = () => {};
  const release = askBeforeLeaving((way) => {
    leave = way;
  });
  go(-1);
  expect(placeNow().pathname).toBe("/post/fotos");
  leave();
  release();
  expect(placeNow().pathname).toBe("/homefeed");
  expect(seen).toEqual(["PUSH /post/fotos", "POP /homefeed"]);
});

it("asks the newest first, and then the one below it again", async () => {
  const { push, askBeforeLeaving } = await opened();
  const asked: string[] = [];
  askBeforeLeaving(() => asked.push("form"));
  const release = askBeforeLeaving(() => asked.push("dialog"));
  push("/find");
  release();
  push("/find");
  expect(asked).toEqual(["dialog", "form"]);
});

it("gives every entry that the browser made a name of its own, and keeps it", async () => {
  const { placeNow } = await opened();
  const first = placeNow().key;
  vi.stubGlobal("window", windowAt("/settings"));

  expect(placeNow().key).not.toBe(first);
  expect(placeNow().key).toBe(placeNow().key);
});
