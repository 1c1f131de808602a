import { expect, it } from "vitest";
import type { Message } from "../../api";
import { placeOf, unsentLines } from "./lines";
import type { Unsent } from "./outbox";
import { lastsOf, newsIn } from "./useStaying";

const stored = (clientId: string, isOwn: boolean) => ({ clientId, isOwn }) as Message;
const written = (clientId: string, more = {}) => ({ clientId, ...more }) as Unsent;

/** The news each time, of what is stored, newest first, and what waits. */
function newsOf(...drawings: [Message[], Unsent[]][]): (string | undefined)[] {
  const known = new Set<string>();
  return drawings.map(([messages, waiting]) => {
    const places = messages.map(placeOf);
    const unsent = unsentLines(waiting, places, () => undefined);
    const lasts = lastsOf(unsent, places);
    const news = newsIn(lasts, known);
    for (const { key } of lasts) known.add(key);
    return news?.key;
  });
}

const low = stored("low", false);
const high = stored("high", false);

it("has news of what the other writes, also behind a message of one's own that was refused", () => {
  const refused = [written("mine", { objection: "No." })];
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
    newsOf([[low], [written("mine")]], [[low], [written("mine", { objection: "No." })]], [[low], []]),
  ).toEqual([undefined, undefined, undefined]);
});
