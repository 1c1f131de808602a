import { expect, it } from "vitest";
import type { Message } from "../../../api";
import type { PendingMessage } from "../outbox/outbox";
import { pendingRows, positionOf } from "./messageRows";
import { newestRows, newRowIn } from "./useScrollAnchor";

const stored = (clientId: string, isOwn: boolean) => ({ clientId, isOwn }) as Message;
const written = (clientId: string, more = {}) => ({ clientId, ...more }) as PendingMessage;

/** The new row after each step, given the stored messages, newest first, and the pending ones. */
function newsOf(...drawings: [Message[], PendingMessage[]][]): (string | undefined)[] {
  const known = new Set<string>();
  return drawings.map(([messages, waiting]) => {
    const positions = messages.map(positionOf);
    const unsent = pendingRows(waiting, positions, () => undefined);
    const lasts = newestRows(unsent, positions);
    const news = newRowIn(lasts, known);
    for (const { key } of lasts) known.add(key);
    return news?.key;
  });
}

const low = stored("low", false);
const high = stored("high", false);

it("has news of what the other writes, also behind a message of one's own that was refused", () => {
  const refused = [written("mine", { error: "No." })];
  expect(newsOf([[low], refused], [[high, low], refused], [[high, low], refused])).toEqual([
    undefined,
    "other-high",
    undefined,
  ]);
});

it("has news of one's own once: when it is written, and neither when it is stored, refused nor discarded", () => {
  const mine = stored("mine", true);
  expect(newsOf([[low], []], [[low], [written("mine")]], [[mine, low], []])).toEqual([
    undefined,
    "own-mine",
    undefined,
  ]);
  expect(
    newsOf([[low], [written("mine")]], [[low], [written("mine", { error: "No." })]], [[low], []]),
  ).toEqual([undefined, undefined, undefined]);
});
