// Real npm clients on strings. Python sends commands, one JSON object per line; answers and everything that happens to
// the clients (what they show, each frame, each wish for a token) go back the same way, in order.
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { stage } from "./react.mjs";

const web = createRequire(new URL("../../../../web/package.json", import.meta.url));
const { WebSocket } = web("ws");
const { ConvexClient, ConvexHttpClient } = web("convex/browser");
const { convexToJson, jsonToConvex } = web("convex/values");
const { makeFunctionReference } = web("convex/server");

const NOWHERE = "ws://127.0.0.1:1/";
const clients = new Map();
const wishes = new Map();
let lastWish = 0;

const tell = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const named = (path) => makeFunctionReference(path);
const shown = (value) => (value === undefined ? { missing: true } : { value: convexToJson(value) });
const failed = (error) => ({
  message: String(error.message),
  ...(error.data !== undefined && { data: convexToJson(error.data) }),
  kind: error.name,
});

for (const level of ["log", "warn", "error", "info"]) {
  console[level] = (...words) => tell({ event: "printed", level, text: words.map(String).join(" ") });
}
process.on("uncaughtException", (error) => tell({ event: "crashed", text: String(error.stack) }));
process.on("unhandledRejection", (error) => tell({ event: "crashed", text: String(error?.stack ?? error) }));

/** A client, and the network it believes in: frames can be lost on it, and the line cut, at exact moments. */
class Puppet {
  constructor(name, address, { backoff = 20, ...options }) {
    this.name = name;
    this.rules = [];
    this.shows = new Map();
    this.sockets = [];
    this.offline = false;
    this.elsewhere = null;
    this.options = { webSocketConstructor: lineOf(this), unsavedChangesWarning: false, ...options };
    this.backoff = backoff;
    this.address = address;
  }

  start() {
    this.convex = new ConvexClient(this.address, this.options);
    this.base = this.convex.client;
    this.manager = this.base.webSocketManager;
    if (this.backoff) Object.assign(this.manager, { defaultInitialBackoff: this.backoff, maxBackoff: 5 * this.backoff });
    this.base.subscribeToConnectionState((state) => this.tell({ event: "state", state: plainState(state) }));
  }

  tell(line) {
    tell({ ...line, client: this.name });
  }

  route(url) {
    if (this.offline) return NOWHERE;
    return this.elsewhere ? url.replace(/^ws:\/\/[^/]+/, this.elsewhere.replace("http", "ws")) : url;
  }

  /** Whether a frame gets through. */
  passes(socket, direction, text) {
    if (socket.isCut) return false;
    const frame = JSON.parse(text);
    const index = this.rules.findIndex((rule) => rule.direction === direction && rule.type === frame.type);
    const rule = this.rules[index];
    if (rule && !rule.always) this.rules.splice(index, 1);
    if (rule?.then === "cut before") return socket.cut();
    if (rule?.then === "lose") return false;
    this.tell({ event: direction, frame });
    if (rule?.then === "cut after") setImmediate(() => socket.cut());
    if (rule?.then === "cut after") socket.isCut = true;
    return true;
  }

  fetchToken = ({ forceRefreshToken }) =>
    new Promise((resolve) => {
      wishes.set(++lastWish, resolve);
      this.tell({ event: "wish", wish: lastWish, force: forceRefreshToken });
    });
}

function lineOf(puppet) {
  return class Line extends WebSocket {
    constructor(url) {
      const where = puppet.route(url);
      super(where);
      this.isCut = false;
      puppet.sockets.push(this);
      puppet.tell({ event: "dialled", url: where });
    }
    send(text) {
      if (puppet.passes(this, "sent", text)) super.send(text);
      else if (this.isCut) this.terminate();
    }
    emit(kind, ...rest) {
      if (kind === "message" && !puppet.passes(this, "received", String(rest[0]))) return false;
      if (kind === "close") puppet.tell({ event: "closed", code: rest[0], reason: String(rest[1]) });
      return super.emit(kind, ...rest);
    }
    cut() {
      this.isCut = true;
      this.terminate();
      return false;
    }
  };
}

const plainState = ({ timeOfOldestInflightRequest, ...state }) => state;

function appending({ path, args, value }) {
  return (store) => {
    const now = store.getQuery(named(path), args);
    if (now !== undefined) store.setQuery(named(path), args, [...now, value]);
  };
}

const httpCalls = {
  query: (http, path, args) => http.query(named(path), args),
  mutation: (http, path, args) => http.mutation(named(path), args),
  action: (http, path, args) => http.action(named(path), args),
  consistent: (http, path, args) => http.consistentQuery(named(path), args),
};

const commands = {
  async open({ client, address, options }) {
    const puppet = new Puppet(client, address, options);
    clients.set(client, puppet);
    puppet.start();
  },
  watch({ puppet, watch, path, args }) {
    const show = (what) => puppet.tell({ event: "shown", watch, ...what });
    const onError = (error) => show({ error: failed(error) });
    puppet.shows.set(watch, puppet.convex.onUpdate(named(path), jsonToConvex(args), (value) => show(shown(value)), onError));
  },
  // A page that mounts many components subscribes to all of them in one turn.
  watchAll({ puppet, watches }) {
    for (const each of watches) commands.watch({ puppet, ...each });
  },
  list({ puppet, watch, path, args, size }) {
    const show = ({ results, status }) =>
      puppet.tell({ event: "shown", watch, value: { results: convexToJson(results), status } });
    const onError = (error) => puppet.tell({ event: "shown", watch, error: failed(error) });
    const options = { initialNumItems: size };
    const stop = puppet.convex.onPaginatedUpdate_experimental(named(path), args, options, show, onError);
    puppet.shows.set(watch, stop);
  },
  more: ({ puppet, watch, size }) => puppet.shows.get(watch).getCurrentValue().loadMore(size),
  leave: ({ puppet, watch }) => puppet.shows.get(watch)(),
  local: ({ puppet, path, args }) => shown(puppet.base.localQueryResult(path, args)),
  ask: async ({ puppet, path, args }) => shown(await puppet.convex.query(named(path), jsonToConvex(args))),
  async mutate({ puppet, path, args, optimistic }) {
    const options = optimistic ? { optimisticUpdate: appending(optimistic) } : undefined;
    return shown(await puppet.base.mutation(path, jsonToConvex(args), options));
  },
  act: async ({ puppet, path, args }) => shown(await puppet.base.action(path, jsonToConvex(args))),
  askUndefined: async ({ puppet, path }) =>
    shown(await puppet.convex.query(named(path), { value: { kept: 1, dropped: undefined }, dropped: undefined })),
  sendRaw: ({ puppet, frame }) => puppet.sockets.at(-1).send(JSON.stringify(frame)),
  rule: ({ puppet, rule }) => void puppet.rules.push(rule),
  lawless: ({ puppet }) => void (puppet.rules = []),
  network({ puppet, offline, elsewhere }) {
    Object.assign(puppet, { offline, elsewhere });
    if (offline) puppet.sockets.at(-1).cut();
  },
  // The client says how long it would wait before it connects again, and waits next to nothing.
  hasten({ puppet }) {
    const { manager } = puppet;
    const pause = manager.nextBackoff.bind(manager);
    manager.nextBackoff = (reason) => {
      puppet.tell({ event: "pause", ms: pause(reason) });
      return 1;
    };
  },
  tune: ({ puppet, threshold }) => void (puppet.manager.serverInactivityThreshold = threshold),
  setAuth({ puppet }) {
    const told = (what) => (is) => puppet.tell({ event: "auth", what, is });
    puppet.base.setAuth(puppet.fetchToken, told("authenticated"), told("refreshing"));
  },
  setAuthToNobody: ({ puppet }) =>
    puppet.base.setAuth(async () => null, (is) => puppet.tell({ event: "auth", what: "authenticated", is })),
  clearAuth: ({ puppet }) => puppet.base.clearAuth(),
  hasAuth: ({ puppet }) => puppet.base.hasAuth(),
  token({ wish, token }) {
    wishes.get(wish)(token);
    wishes.delete(wish);
  },
  state: ({ puppet }) => plainState(puppet.base.connectionState()),
  async close({ puppet, client }) {
    clients.delete(client);
    await puppet.convex.close();
  },
  async http({ address, kind, path, args, token }) {
    const http = new ConvexHttpClient(address);
    if (token) http.setAuth(token);
    return shown(await httpCalls[kind](http, path, jsonToConvex(args)));
  },
  async proxy({ target }) {
    const { createServer } = await import(web.resolve("vite"));
    const proxy = { "/api": { target, ws: true } };
    const vite = await createServer({
      configFile: false,
      root: import.meta.dirname,
      cacheDir: join(tmpdir(), "vite-of-the-conformance-tests"),
      logLevel: "silent",
      optimizeDeps: { noDiscovery: true },
      server: { port: 0, host: "127.0.0.1", proxy, watch: null, hmr: false },
    });
    await vite.listen();
    commands.unproxy = () => vite.close();
    return `http://127.0.0.1:${vite.httpServer.address().port}`;
  },
  ...stage({ web, tell, lineOf, Puppet, clients, named, failed, convexToJson }),
};

async function obey({ id, op, ...given }) {
  try {
    const value = await commands[op]({ ...given, puppet: clients.get(given.client) });
    tell({ id, value: value ?? null });
  } catch (error) {
    tell({ id, error: failed(error) });
  }
}

createInterface({ input: process.stdin }).on("line", (line) => obey(JSON.parse(line)));
