// A page without a screen: the real client, driven by one JSON command per line, telling one JSON event per line.
import { createRequire } from "node:module";
import readline from "node:readline";

const require = createRequire(`${process.argv[2]}/package.json`);
const { ConvexClient, ConvexHttpClient } = require("convex/browser");
const { convexToJson, ConvexError, jsonToConvex } = require("convex/values");
const { makeFunctionReference } = require("convex/server");

let client;
let address;
const following = new Map();
const fetching = new Map();
let fetches = 0;

function tell(event) {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

function failure(error) {
  const deliberate = error instanceof ConvexError;
  return { message: error.message, deliberate, ...(deliberate ? { data: convexToJson(error.data) } : {}) };
}

function reference(path) {
  return makeFunctionReference(path);
}

function settle(id, promise) {
  promise.then(
    (value) => tell({ event: "settled", id, value: convexToJson(value ?? null) }),
    (error) => tell({ event: "settled", id, error: failure(error) }),
  );
}

// Shows a message at once, the way a chat does.
function optimistically({ path, item }) {
  return (store) => {
    const shown = store.getQuery(reference(path), {});
    if (shown !== undefined) store.setQuery(reference(path), {}, [...shown, item]);
  };
}

const quiet = { log() {}, logVerbose() {}, warn() {}, error() {} };

const commands = {
  open({ url, options }) {
    address = url;
    client = new ConvexClient(url, { logger: quiet, unsavedChangesWarning: false, ...options });
    client.subscribeToConnectionState((state) =>
      tell({
        event: "connection",
        connected: state.isWebSocketConnected,
        count: state.connectionCount,
        retries: state.connectionRetries,
        inFlight: state.hasInflightRequests,
      }),
    );
  },
  follow({ name, path, args }) {
    const stop = client.onUpdate(
      reference(path),
      jsonToConvex(args),
      (value) => tell({ event: "result", name, value: convexToJson(value) }),
      (error) => tell({ event: "result", name, error: failure(error) }),
    );
    following.set(name, stop);
  },
  unfollow({ name }) {
    following.get(name)();
  },
  mutate({ id, path, args, optimistic }) {
    const options = optimistic ? { optimisticUpdate: optimistically(optimistic) } : {};
    settle(id, client.mutation(reference(path), jsonToConvex(args), options));
  },
  act({ id, path, args }) {
    settle(id, client.action(reference(path), jsonToConvex(args)));
  },
  ask({ id, path, args }) {
    settle(id, client.query(reference(path), jsonToConvex(args)));
  },
  http({ id, kind, path, args, token }) {
    const http = new ConvexHttpClient(address, { logger: quiet });
    if (token) http.setAuth(token);
    settle(id, http[kind](reference(path), jsonToConvex(args)));
  },
  signIn() {
    client.setAuth(
      ({ forceRefreshToken }) =>
        new Promise((resolve) => {
          fetches += 1;
          fetching.set(fetches, resolve);
          tell({ event: "fetch", number: fetches, forced: forceRefreshToken });
        }),
      (signedIn) => tell({ event: "auth", signedIn }),
    );
  },
  token({ number, value }) {
    fetching.get(number)(value);
    fetching.delete(number);
  },
  signOut() {
    client.client.clearAuth();
  },
};

process.on("uncaughtException", (error) => tell({ event: "uncaught", message: error.message }));
process.on("unhandledRejection", (error) => tell({ event: "uncaught", message: `${error}` }));
readline
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { command, ...given } = JSON.parse(line);
    commands[command](given);
  })
  .on("close", () => process.exit(0));
tell({ event: "ready" });
