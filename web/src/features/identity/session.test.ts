import { afterEach, beforeEach, expect, it, vi } from "vitest";

type Answer = { status: number; body: unknown };
let answers: ((answer: Answer) => void)[] = [];

/** A server whose answers the test gives one by one. */
beforeEach(() => {
  answers = [];
  vi.resetModules();
  vi.stubGlobal("fetch", () => {
    return new Promise((resolve) => {
      answers.push(({ status, body }) => resolve(new Response(JSON.stringify(body), { status })));
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const next = () => vi.waitUntil(() => answers.shift());
const session = () => import("./session");

it("hands out a token while the session lasts, and keeps it", async () => {
  const { tokenFor } = await session();
  const first = tokenFor(0, false);
  (await next())({ status: 200, body: { token: "one" } });
  expect(await first).toBe("one");
  expect(await tokenFor(0, false)).toBe("one");
});

it("never hands out a token that was fetched before log-out", async () => {
  const { tokenFor, markSignedIn, leave } = await session();
  markSignedIn();
  const asked = tokenFor(1, true);
  const answerToken = await next();
  const left = leave();
  (await next())({ status: 200, body: {} });
  await left;
  answerToken({ status: 200, body: { token: "too late" } });
  expect(await asked).toBeNull();
  expect(await tokenFor(1, false)).toBeNull();
});

it("asks again while the server cannot answer, and is not signed out by that", async () => {
  const { tokenFor } = await session();
  const asked = tokenFor(0, true);
  (await next())({ status: 503, body: null });
  (await next())({ status: 200, body: { token: "healed" } });
  expect(await asked).toBe("healed");
});

it("gives up when the server says that there is no session", async () => {
  const { tokenFor } = await session();
  const asked = tokenFor(0, true);
  (await next())({ status: 200, body: { token: null } });
  expect(await asked).toBeNull();
});

it("gives up when something in front of the server turns it away", async () => {
  const { tokenFor } = await session();
  const asked = tokenFor(0, true);
  (await next())({ status: 403, body: { code: "forbidden", message: "Not from here" } });
  expect(await asked).toBeNull();
});

it("ends here when the server, asked again, knows the session no more", async () => {
  const { markSignedIn, isSignedIn, tokenFor } = await session();
  markSignedIn();
  const asked = isSignedIn();
  (await next())({ status: 200, body: { token: null } });
  expect(await asked).toBe(false);
  expect(await tokenFor(1, false)).toBeNull();
});

it("hands out nothing once the server has ended the session", async () => {
  const { markSignedIn, markSignedOut, tokenFor } = await session();
  markSignedIn();
  markSignedOut();
  expect(await tokenFor(1, true)).toBeNull();
});
