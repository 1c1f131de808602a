import { afterEach, beforeEach, expect, it, vi } from "vitest";

interface Row {
  state: unknown;
  url: URL;
}

/** A browser's window, reduced to its history: a row of entries, and an event at each move. */
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

/** After the browser has moved, and moved back again. */
const moved = () => new Promise((resolve) => setTimeout(resolve));

/** The module on a fresh page, and the places that it has reported. */
async function opened() {
  const history = await import("./history");
  const seen: string[] = [];
  history.onStep(({ place, kind }) => seen.push(`${kind} ${place.pathname}`));
  return { ...history, seen };
}

it("tells where one has gone, forward and back", async () => {
  const { navigate, seen } = await opened();
  navigate("/sphere");
  navigate("/cue?tab=media", { replace: true });
  navigate(-1);
  await moved();
  expect(seen).toEqual(["PUSH /sphere", "REPLACE /cue", "POP /homefeed"]);
});

it("keeps what a step brought with it", async () => {
  const { navigate, currentLocation } = await opened();
  navigate("/reset-password", { state: { email: "alice@example.org" } });
  expect(currentLocation().state).toEqual({ email: "alice@example.org" });
});

it("asks before a step back, and stays where it was until the answer is yes", async () => {
  const { navigate, askBeforeLeaving, currentLocation, seen } = await opened();
  navigate("/post/fotos");
  let leave = () => {};
  const release = askBeforeLeaving((way) => {
    leave = way;
  });
  navigate(-1);
  await moved();
  expect(currentLocation().pathname).toBe("/post/fotos");
  leave();
  release();
  await moved();
  expect(currentLocation().pathname).toBe("/homefeed");
  expect(seen).toEqual(["PUSH /post/fotos", "POP /homefeed"]);
});

it("lets a step back pass that is answered yes at once, and asks again before the next", async () => {
  const { navigate, askBeforeLeaving, currentLocation, seen } = await opened();
  navigate("/find");
  navigate("/settings");
  const answers = ["no", "yes", "no"];
  askBeforeLeaving((leave) => answers.shift() === "yes" && leave());

  const places: string[] = [];
  for (const _ of [...answers]) {
    navigate(-1);
    await moved();
    places.push(currentLocation().pathname);
  }

  expect(places).toEqual(["/settings", "/find", "/find"]);
  expect(seen.slice(2)).toEqual(["POP /find"]);
});

it("asks the newest first, and then the one below it again", async () => {
  const { navigate, askBeforeLeaving } = await opened();
  const asked: string[] = [];
  askBeforeLeaving(() => asked.push("form"));
  const release = askBeforeLeaving(() => asked.push("dialog"));
  navigate("/find");
  release();
  navigate("/find");
  expect(asked).toEqual(["dialog", "form"]);
});

it("gives every entry that the browser made a name of its own, and keeps it", async () => {
  const { currentLocation } = await opened();
  const first = currentLocation().key;
  vi.stubGlobal("window", windowAt("/settings"));

  expect(currentLocation().key).not.toBe(first);
  expect(currentLocation().key).toBe(currentLocation().key);
});

/** The member presses the browser's or the phone's button. */
async function back() {
  window.history.go(-1);
  await moved();
}

it("lets back at the first entry close what lies over the page, and leave at the next press", async () => {
  const { askBeforeLeaving, stayOnBack, isFirst, seen } = await opened();
  let isOpen = true;
  const endQuestion = askBeforeLeaving(() => {
    isOpen = false;
    endQuestion();
    endGuard();
  });
  const endGuard = stayOnBack();
  expect(isFirst()).toBe(false);

  await back();

  expect(isOpen).toBe(false);
  expect(isFirst()).toBe(true);
  expect(seen).toEqual([]);
});

it("needs no second press after what lay over the page was closed by its cross", async () => {
  const { stayOnBack, isFirst, seen } = await opened();
  stayOnBack()();
  await moved();
  expect(isFirst()).toBe(true);
  expect(seen).toEqual([]);
});

it("closes one after the other of two that lie over each other", async () => {
  const { askBeforeLeaving, stayOnBack, isFirst } = await opened();
  const closed: string[] = [];
  for (const name of ["popup", "dialog"]) {
    const endQuestion = askBeforeLeaving(() => {
      closed.push(name);
      endQuestion();
      endGuard();
    });
    const endGuard = stayOnBack();
  }

  await back();
  await moved();
  expect(closed).toEqual(["dialog"]);
  expect(isFirst()).toBe(false);

  await back();
  await moved();
  expect(closed).toEqual(["dialog", "popup"]);
  expect(isFirst()).toBe(true);
});

it("goes from what lies over the first page to another page, and back to the first in one step", async () => {
  const { stayOnBack, navigate, seen, currentLocation } = await opened();
  const endGuard = stayOnBack();
  navigate("/profile");
  endGuard();
  await moved();
  expect(currentLocation().pathname).toBe("/profile");

  await back();

  expect(seen).toEqual(["PUSH /profile", "POP /homefeed"]);
});

it("goes to a page that is asked for while the browser is still moving", async () => {
  const { stayOnBack, navigate, seen, currentLocation } = await opened();
  stayOnBack()();
  await Promise.resolve();
  navigate("/profile");
  await moved();
  expect(currentLocation().pathname).toBe("/profile");
  expect(seen).toEqual(["PUSH /profile"]);
});

it("leaves nothing of a popup that was open when the page was loaded again", async () => {
  const { stayOnBack } = await opened();
  stayOnBack();
  vi.resetModules();

  const { isFirst } = await opened();
  await moved();

  expect(isFirst()).toBe(true);
});
