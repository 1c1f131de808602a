import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

let stored: Map<string, string>;
let visited: string[];
let answer: () => Promise<Response>;

beforeEach(() => {
  stored = new Map();
  visited = [];
  vi.resetModules();
  vi.stubGlobal("fetch", () => answer());
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("window", { location: { assign: (address: string) => visited.push(address) } });
});
afterEach(() => vi.unstubAllGlobals());

const hosted = () => import("./hosted");
const returnTo = () => import("../../lib/returnTo");
const says = (status: number, body: unknown) => {
  answer = async () => new Response(JSON.stringify(body), { status });
};

const BY_PASSWORD = {
  embedded: true,
  hosted: [],
  passwordPolicy: { least: 8, mostBytes: 1_024, isMixed: true },
  entry: "open",
};

describe("the ways in", () => {
  it("are those of the server, which is asked once", async () => {
    const { methods } = await hosted();
    const open = {
      embedded: false,
      hosted: [{ issuer: "https://login.example", label: "Example" }],
      passwordPolicy: { least: 12, isMixed: false },
      entry: "invite",
    };
    says(200, open);
    expect(await methods()).toEqual(open);
    says(200, BY_PASSWORD);
    expect(await methods()).toEqual(open);
  });

  it("are e-mail and password when the server cannot say", async () => {
    const { methods } = await hosted();
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await methods()).toEqual(BY_PASSWORD);
  });
});

describe("somebody whom a provider has vouched for", () => {
  it("comes too late", async () => {
    const { newcomer } = await hosted();
    says(400, { code: "expired", message: "Please start again." });
    expect(await newcomer()).toEqual({ problem: "expired", words: "Please start again." });
  });

  it("comes while the server cannot be reached", async () => {
    const { newcomer } = await hosted();
    answer = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await newcomer()).toMatchObject({ problem: "unreachable" });
  });
});

describe("on the way to a provider", () => {
  it("the place where one was going stays here, and is taken once", async () => {
    const { startHostedLogin } = await hosted();
    const { takeReturnTo } = await returnTo();
    startHostedLogin("https://login.example/a b", "/post/fotos");
    expect(visited).toEqual(["/api/identity/hosted/start?issuer=https%3A%2F%2Flogin.example%2Fa+b"]);
    expect(takeReturnTo()).toBe("/post/fotos");
    expect(takeReturnTo()).toBeNull();
  });

  it("without such a place, an older one is forgotten", async () => {
    const { startHostedLogin } = await hosted();
    const { takeReturnTo } = await returnTo();
    startHostedLogin("https://login.example", "/post/fotos");
    startHostedLogin("https://login.example", null);
    expect(takeReturnTo()).toBeNull();
  });
});

it.each([
  ["", null],
  ["?problem=unavailable", "Authentication not available"],
  ["?problem=no_passwords", "Passwords aren't used here. Log in below."],
  ["?problem=cancelled", "Failed to login. Please try again."],
  ["?problem=expired", "Failed to login. Please try again."],
  ["?problem=refused", "Failed to login. Please try again."],
  ["?problem=rate_limited", "Failed to login. Please try again."],
])("says why nobody came back signed in: %s", async (search, words) => {
  const { loginErrorIn } = await hosted();
  expect(loginErrorIn(search)).toBe(words);
});
