/**
 * How the outbox empties: one page at a time sends, in the order of writing, and one brings fotos to the server, so that
 * nobody else's words wait for them. What was written after a foto to the same conversation waits until it is there.
 */
import type { ConversationId, ProfileId } from "../../api";
import { codeOf, Refusal, wordsFor } from "../../lib/refusal";
import { untilThere } from "../../lib/untilThere";
import type { Sent } from "../posts/upload";
import { fotoOf } from "./fotos";
import { alone, changeOne, drop, idsOf, open, read, type Unsent, unsentNow, watch } from "./outbox";
import { tellProgress } from "./underway";

export type Send = (unsent: Unsent) => Promise<unknown>;
/** Brings a foto of this member to the server; its address there. */
export type Bring = (
  file: Blob,
  onSent: (sent: Sent) => void,
  signal: AbortSignal,
  account: string,
) => Promise<string>;

/** Who sends what is theirs, how, and until when. */
export interface Sender {
  owner: ProfileId;
  /** The same member, as the server knows whose an upload is. */
  account: string;
  send: Send;
  bring?: Bring;
  /** Whether the server can be reached, as far as one knows. */
  isThere: () => boolean;
  /** Calls when the server can be reached again, until what it returns is called. */
  onBack: (wake: () => void) => () => void;
  stop: AbortSignal;
}

interface Lane {
  lock: string;
  /** What it is about next, of one member's messages that nobody objects to. */
  next: (own: readonly Unsent[]) => Unsent | undefined;
  carry: (unsent: Unsent, sender: Sender) => Promise<void>;
}

const SLOWLY_MS = 1_000;
const SLOWEST_MS = 30_000;
const REFUSED = "This message was not sent.";
const GONE = "This browser does not have the foto any more.";
/** Not the message's fault. */
const FOR_NOW: ReadonlySet<string> = new Set(["rate_limited", "busy", "unauthenticated", "unreachable"]);
/** No refusal but an accident of the server's, or of somebody's on the road to it. */
const isAccident = (code: string | null) => code === null || code.startsWith("http_5");
/** What the check of a foto's content says where it found something. */
const CONTENT = "content_refused";
/** Files that the server will never take. */
const FINAL: ReadonlySet<string> = new Set(["too_large", "invalid", "unprocessable"]);
/** So often a line may break, to a server that is there: a firewall may close it, or the file be unreadable. */
const MOST_BROKEN = 5;

/** Few visits send a foto. */
const toServer: Bring = async (...foto) => {
  const { upload } = await untilThere(() => import("../posts/upload"));
  return (await upload(...foto)).imageUrl;
};

const words = laneOf({
  lock: "outbox",
  next: firstReady,
  carry: async (unsent, { send, stop }) => {
    if (await before(stop, sent(unsent, send))) await drop(unsent.clientId);
  },
});

const fotos = laneOf({
  lock: "outbox-fotos",
  next: (own) => own.find(({ awaitsUpload }) => awaitsUpload),
  carry: bringFoto,
});

/** A foto that was brought twice has two addresses; where the server has the message with the other one, it is sent. */
const sent = (unsent: Unsent, send: Send) =>
  send(unsent).catch((error) => {
    if (unsent.type !== "photo" || codeOf(error) !== "conflict") throw error;
  });

/** Sends what is waiting; returns when nothing is left to send, or the sender stops. */
export async function drain(sender: Sender): Promise<void> {
  await Promise.all([words(sender), fotos(sender)]);
  await words(sender);
}

/** The first that is not behind a foto of the same conversation that the server does not have yet. */
function firstReady(own: readonly Unsent[]): Unsent | undefined {
  const held = new Set<ConversationId>();
  for (const unsent of own) {
    if (unsent.awaitsUpload) held.add(unsent.conversationId);
    else if (!held.has(unsent.conversationId)) return unsent;
  }
  return undefined;
}

async function bringFoto({ clientId }: Unsent, sender: Sender): Promise<void> {
  const { account, bring = toServer, stop } = sender;
  const file = await fotoOf(clientId);
  if (!file) throw new Refusal("gone", GONE);
  const control = new AbortController();
  const end = () => control.abort();
  stop.addEventListener("abort", end, { once: true });
  const unwatch = watch(() => idsOf(unsentNow()).has(clientId) || end());
  if (stop.aborted || !idsOf(await read()).has(clientId)) end();
  let content = "";
  const tell = (sent: Sent) => control.signal.aborted || tellProgress(clientId, sent);
  try {
    if (control.signal.aborted) return;
    tell({ loaded: 0, total: file.size });
    const brought = bring(file, tell, control.signal, account).then((address) => {
      content = address;
    });
    if (!(await before(control.signal, brought))) return;
    await changeOne(clientId, ({ awaitsUpload: _, isLate: __, ...one }) => ({ ...one, content }));
    void words(sender);
  } finally {
    unwatch();
    stop.removeEventListener("abort", end);
    tellProgress(clientId, null);
  }
}

function laneOf(lane: Lane): (sender: Sender) => Promise<void> {
  let isBusy = false;
  let asked: Sender | undefined;
  async function drainAsked(): Promise<void> {
    const sender = asked;
    asked = undefined;
    if (sender) await empty(lane, sender);
  }
  return async (sender) => {
    if (sender.stop.aborted) return;
    asked = sender;
    if (isBusy) return;
    isBusy = true;
    try {
      await open();
      // What is written while the last one leaves would otherwise wait for the next that is written.
      while (asked) await alone(lane.lock, drainAsked);
    } finally {
      isBusy = false;
    }
  };
}

async function empty(lane: Lane, sender: Sender): Promise<void> {
  let inVain = 0;
  for (let next = await nextOf(lane, sender); next; next = await nextOf(lane, sender)) {
    const wait = await waitAfter(next, lane, sender, inVain);
    inVain = wait === 0 ? 0 : inVain + 1;
    if (wait > 0) await before(sender.stop, sleep(wait, sender));
  }
}

async function nextOf(lane: Lane, { owner, stop }: Sender): Promise<Unsent | undefined> {
  if (stop.aborted) return undefined;
  return lane.next((await read()).filter(({ senderId, objection }) => senderId === owner && !objection));
}

/** Carries one; how long to wait then. After a wait the same one is carried, so that nothing overtakes it. */
async function waitAfter(unsent: Unsent, lane: Lane, sender: Sender, inVain: number): Promise<number> {
  try {
    await lane.carry(unsent, sender);
    return 0;
  } catch (error) {
    const code = codeOf(error);
    if (isAccident(code) && !unsent.isLate)
      await changeOne(unsent.clientId, (one) => ({ ...one, isLate: true }));
    const isBroken = code === "unreachable" && sender.isThere() && inVain >= MOST_BROKEN;
    if (code === null || isAccident(code) || (FOR_NOW.has(code) && !isBroken)) return asLongAs(error, inVain);
    const objection = wordsFor(error, REFUSED);
    const why = {
      objection,
      ...(code === CONTENT && { isContent: true as const }),
      ...(unsent.awaitsUpload && FINAL.has(code) && { isFinal: true as const }),
    };
    await changeOne(unsent.clientId, (one) => ({ ...one, ...why }));
    return 0;
  }
}

/** Whether it was done before the stop. A client that is closed leaves its calls unanswered for ever. */
async function before(stop: AbortSignal, done: Promise<unknown>): Promise<boolean> {
  const isStopped = new Promise<boolean>((tell) => {
    if (stop.aborted) tell(true);
    stop.addEventListener("abort", () => tell(true), { once: true });
  });
  return !(await Promise.race([done.then(() => false), isStopped]));
}

/** As long as the server asks for; where it says nothing, longer each time. */
function asLongAs(error: unknown, inVain: number): number {
  const { retryAfter } = ((error as { data?: unknown }).data ?? error) as { retryAfter?: unknown };
  if (typeof retryAfter === "number") return retryAfter * 1_000;
  return Math.min(SLOWEST_MS, SLOWLY_MS * 2 ** inVain);
}

/** Not longer than until the server can be reached again. */
function sleep(milliseconds: number, { onBack }: Sender): Promise<void> {
  return new Promise((resume) => {
    const wake = () => {
      clearTimeout(timer);
      forget();
      resume();
    };
    const timer = setTimeout(wake, milliseconds);
    const forget = onBack(wake);
  });
}
