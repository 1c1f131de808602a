import { ConvexError } from "convex/values";
import { afterEach, expect, it } from "vitest";
import type { ConversationId, ProfileId } from "../../api";
import { drain, drop, post, retry, type Unsent, unsentNow } from "./outbox";

const ALICE = "alice" as ProfileId;
const BOB = "bob" as ProfileId;

function written(content: string, senderId = ALICE): Unsent {
  return {
    clientId: content,
    conversationId: "harbour" as ConversationId,
    senderId,
    receiverId: BOB,
    content,
    type: "text",
    replyToId: null,
    writtenAt: "2026-05-01T06:00:00Z",
  };
}

const refusal = (code: string, more = {}) => new ConvexError({ code, message: "No.", ...more });
const contents = () => unsentNow().map(({ content }) => content);

afterEach(async () => {
  for (const { clientId } of unsentNow()) await drop(clientId);
});

it("sends in the order of writing, each once, and keeps nothing of what arrived", async () => {
  const arrived: string[] = [];
  for (const content of ["one", "two", "three"]) await post(written(content));

  await drain(ALICE, async ({ content }) => arrived.push(content));

  expect(arrived).toEqual(["one", "two", "three"]);
  expect(contents()).toEqual([]);
});

it("sends what is written while it sends, however many ask it to", async () => {
  const arrived: string[] = [];
  await post(written("one"));
  const send = async ({ content }: Unsent) => {
    arrived.push(content);
    if (content === "one") await post(written("two"));
  };

  await Promise.all([drain(ALICE, send), drain(ALICE, send), drain(ALICE, send)]);

  expect(arrived).toEqual(["one", "two"]);
});

it("keeps what was refused, with the reason, and goes on; tried again, it leaves", async () => {
  const arrived: string[] = [];
  for (const content of ["refused", "taken"]) await post(written(content));

  await drain(ALICE, async ({ content }) => {
    if (content === "refused") throw refusal("forbidden");
    arrived.push(content);
  });
  expect(arrived).toEqual(["taken"]);
  expect(unsentNow()).toMatchObject([{ content: "refused", objection: "No." }]);

  await retry("refused");
  await drain(ALICE, async ({ content }) => arrived.push(content));
  expect(arrived).toEqual(["taken", "refused"]);
});

it("waits as long as the server asks, and does not lose its turn", async () => {
  const arrived: string[] = [];
  for (const content of ["one", "two"]) await post(written(content));
  let refusals = 2;

  await drain(ALICE, async ({ content }) => {
    if (refusals-- > 0) throw refusal("rate_limited", { retryAfter: 0.001 });
    arrived.push(content);
  });

  expect(arrived).toEqual(["one", "two"]);
});

it("leaves another member's messages alone, and waits where nobody is signed in", async () => {
  await post(written("mine"));
  await post(written("theirs", BOB));

  await drain(ALICE, async () => {
    throw refusal("unauthenticated");
  });
  expect(contents()).toEqual(["mine", "theirs"]);

  await drain(ALICE, async () => undefined);
  expect(contents()).toEqual(["theirs"]);
});
