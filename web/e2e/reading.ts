/** A conversation in which no two messages are of one height, and a member who reads all of it. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Locator, type Page } from "@playwright/test";
import { movedSince } from "./chatting";
import { type Inflow, PYTHON, ROOT } from "./inflow";

const WRITER = fileURLToPath(new URL("writing.py", import.meta.url));
const HIGH_LINES = 40;

interface Written {
  seat: number;
  type: "text" | "emoji" | "photo";
  content: string | null;
  /** The position of the other message, counted from 1. */
  answers?: number;
}

type Said = Omit<Written, "seat">;

/** A message that is higher than any screen. */
export const high = (words: string) =>
  [words, ...Array.from({ length: HIGH_LINES - 1 }, (_, at) => `line ${at + 2}`)].join("\n");

/** By turns, and no two beside each other are of the same height. */
const KINDS: ((place: number) => Said)[] = [
  (place) => ({ type: "text", content: `word-${place}` }),
  () => ({ type: "emoji", content: "🌊" }),
  (place) => ({ type: "text", content: high(`high-${place}`) }),
  () => ({ type: "text", content: null }),
  () => ({ type: "photo", content: "/media/nowhere/400.jpg" }),
  (place) => ({ type: "text", content: `answer-${place}`, answers: place - 2 }),
  (place) => ({ type: "text", content: `words-${place} ${"and the tide ".repeat(place % 29)}` }),
  (place) => ({ type: "text", content: `answer-${place}`, answers: place - 5 }),
  () => ({ type: "emoji", content: "📸" }),
  (place) => ({ type: "text", content: `line-${place}\nand another` }),
  () => ({ type: "text", content: null }),
];

/** Tells so many messages of all kinds, each member one or two at a time. */
export function tellsOfAllKinds(inflow: Inflow, conversationId: string, length: number): void {
  const written = Array.from({ length }, (_, at): Written => {
    const said = KINDS[at % KINDS.length]?.(at + 1) as Said;
    return { seat: at % 3 === 0 || at % 4 === 0 ? 0 : 1, ...said };
  });
  execFileSync(PYTHON, [WRITER, inflow.home, conversationId], {
    env: { ...process.env, PYTHONPATH: join(ROOT, "server/src") },
    input: JSON.stringify(written),
  });
}

interface Seen {
  /** Of the visible messages, from top to bottom. */
  places: number[];
  /** How many of them are blank, because their text is loading. */
  blank: number;
  /** How many are drawn more than once. */
  double: number;
  /** The largest scroll distance. */
  room: { up: number; down: number };
  /** Whether that leads to the last message. */
  isLastDrawn: boolean;
}

const seen = (list: Locator, last: number): Promise<Seen> =>
  list.evaluate((element, last) => {
    const { top, bottom } = element.getBoundingClientRect();
    const { scrollHeight, clientHeight, scrollTop } = element;
    const lines = [...element.querySelectorAll<HTMLElement>("[data-key]")];
    const inView = lines.filter((line) => {
      const box = line.getBoundingClientRect();
      return box.bottom > top && box.top < bottom;
    });
    return {
      places: inView.map(({ dataset }) => Number(/\d+$/.exec(dataset.key ?? ""))),
      blank: inView.filter((line) => !line.textContent?.trim()).length,
      double: lines.length - new Set(lines.map(({ dataset }) => dataset.key)).size,
      room: { up: scrollHeight - clientHeight + scrollTop, down: -scrollTop },
      isLastDrawn: element.querySelector(`[data-key$="-${last}"]`) !== null,
    };
  }, last);

interface Turned {
  /** How far one message ever was from the way that it had to go, in pixels. */
  off: number;
  /** The last message, and its final position. */
  key: string;
  y: number;
}

/**
 * Turns the wheel by less than a screen, downwards or, below zero, upwards, and follows in each frame one message
 * that is visible before and after.
 */
async function turnsTheWheel(list: Locator, by: number): Promise<Turned> {
  // It looks before the wheel turns: the browser would else scroll first where the page is busy.
  const looking = await list.evaluateHandle((element, by) => {
    const { top, bottom } = element.getBoundingClientRect();
    const lines = [...element.querySelectorAll<HTMLElement>("[data-key]")];
    const isSeenAlways = (line: HTMLElement) => {
      const box = line.getBoundingClientRect();
      return Math.min(box.bottom, box.bottom - by) > top && Math.max(box.top, box.top - by) < bottom;
    };
    const held = lines.find(isSeenAlways);
    const standing = () => (held?.isConnected ? held.getBoundingClientRect().top : Number.NaN);
    const start = standing();
    const end = start - by;
    async function turned(): Promise<Turned> {
      let y = start;
      let off = 0;
      let still = 0;
      const isOver = () => still > 2 && (Math.abs(end - y) < 1 || still > 60);
      for (let frames = 0; !isOver() && frames < 900; frames += 1) {
        await new Promise((go) => requestAnimationFrame(go));
        const now = standing();
        off = Math.max(off, Math.sign(by) * (now - y), Math.sign(by) * (end - now));
        still = now === y && now !== start ? still + 1 : 0;
        y = now;
      }
      return { off: Math.max(off, Math.abs(end - y)), key: held?.dataset.key ?? "", y };
    }
    return { turned: turned() };
  }, by);
  await list.page().mouse.wheel(0, by);
  return looking.evaluate(({ turned }) => turned);
}

/**
 * Reads from one end of a list to the other with the wheel, less than a screen at a time. Fails where a message
 * jumps, is missing, or is drawn twice. Answers the positions of all messages, each time that one was met.
 */
export async function readsAll(list: Locator, way: "up" | "down", last: number): Promise<number[]> {
  await list.hover();
  const step = await list.evaluate(({ clientHeight }) => Math.floor(clientHeight * 0.85));
  const met: number[] = [];
  let turned: Turned | undefined;
  for (;;) {
    // Waits while older messages load, or unsubscribed ones load again.
    const isThere = ({ blank, room, isLastDrawn }: Seen) => blank === 0 && (isLastDrawn || room[way] >= step);
    await expect.poll(async () => isThere(await seen(list, last)), { intervals: [20] }).toBe(true);
    const now = await seen(list, last);
    expect(now.double).toBe(0);
    // Older ones may have come since the wheel stood still.
    if (turned) expect(await movedSince(turned, list), `behind ${met.at(-1)}`).toBeLessThan(2);
    const places = way === "up" ? now.places.toReversed() : now.places;
    met.push(...places.slice(places.indexOf(met.at(-1) ?? Number.NaN) + 1));
    if (met.at(-1) === last) return met;
    const by = Math.min(step, now.room[way]);
    turned = await turnsTheWheel(list, way === "up" ? -by : by);
    expect(turned.off, `behind ${met.at(-1)}`).toBeLessThan(2);
  }
}

/** Leaps to the first message, past others that are never drawn. */
export async function leapsToFirst(list: Locator): Promise<void> {
  await expect
    .poll(
      () =>
        list.evaluate((element) => {
          element.scrollTop = -element.scrollHeight;
          return element.querySelector('[data-key$="-1"]') !== null;
        }),
      { intervals: [50] },
    )
    .toBe(true);
}

/** Waits until this many pixels of a list are below the viewport. A browser may round them by one. */
export const hasBelow = (list: Locator, pixels: number) =>
  expect
    .poll(() =>
      list.evaluate((element, pixels) => {
        const content = element.firstElementChild?.getBoundingClientRect();
        return Math.abs((content?.bottom ?? Number.NaN) - element.getBoundingClientRect().bottom - pixels);
      }, pixels),
    )
    .toBeLessThan(2);

/** What moves on a page by itself, which can be held still. */
export async function motionOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Animation.enable");
  const rate = (playbackRate: number) => devtools.send("Animation.setPlaybackRate", { playbackRate });
  return { stops: () => rate(0), goesOn: () => rate(1) };
}
