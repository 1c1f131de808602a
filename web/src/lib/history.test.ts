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
  let wanted = 0;
  const moves = () => {
    const to = Math.min(Math.max(at + wanted, 0), row.length - 1);
    wanted = 0;
    if (to === at) return;
    at = to;
    events.dispatchEvent(new Event("popstate"));
  };
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
      // A browser moves when the script is done, and once for all that was asked for until then.
      go: (delta: number) => {
        if (wanted === 0) queueMicrotask(moves);
        wanted += delta;
      },
    },
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("window", windowAt("/homefeed"));
});
afterEach(() => vi.unstubAllGlobals());

/** When the browser has moved, and moved back where it was told to. */
const moved = () => new Promise((resolve) => setTimeout(resolve));

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
  await moved();
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
  await moved();
  expect(placeNow().pathname).toBe("/post/fotos");
  leave();
  release();
  await moved();
  expect(placeNow().pathname).toBe("/homefeed");
  expect(seen).toEqual(["PUSH /post/fotos", "POP /homefeed"]);
});

it("lets a step back pass that is answered yes at once, and asks again before the next", async () => {
  const { push, go, askBeforeLeaving, placeNow, seen } = await opened();
  push("/find");
  push("/settings");
  const answers = ["no", "yes", "no"];
  askBeforeLeaving((leave) => answers.shift() === "yes" && leave());

  const places: string[] = [];
  for (const _ of [...answers]) {
    go(-1);
    await moved();
    places.push(placeNow().pathname);
  }

  expect(places).toEqual(["/settings", "/find", "/find"]);
  expect(seen.slice(2)).toEqual(["POP /find"]);
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
