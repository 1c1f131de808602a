/** The browser's history as the app sees it: the location, the steps, and the questions before a step. */
export interface AppLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
  key: string;
}

export interface Step {
  place: AppLocation;
  kind: "POP" | "PUSH" | "REPLACE";
  /** The browser itself has drawn the way to it, under a finger that swiped back. */
  isAnimated?: boolean;
}

/** What we keep in an entry: the app's own state, a name for the entry, and its number in the row. */
interface Entry {
  usr: unknown;
  key: string;
  idx: number;
  /** The entry before it is the same page: a step back closes the overlay. */
  isGuard?: true;
}

/** Gets how to take the step, and its kind; calls it, or lets it drop. */
type Question = (leave: () => void, kind: Step["kind"]) => void;

const watchers = new Set<(step: Step) => void>();
/** The newest is asked: a dialog over a form before the form. */
const questions: Question[] = [];
let number = 0;
let isPutBack = false;
let mayPass = false;
/** How many parts without an address lie over the page, each of which a step back closes. */
let closable = 0;
let atGuard = false;
/** Steps that wait until the browser has finished a move: a step in between would be undone. */
let queued: (() => void)[] = [];

export const hrefOf = ({ pathname, search, hash }: Omit<AppLocation, "state" | "key">) =>
  `${pathname}${search}${hash}`;

export function currentLocation(): AppLocation {
  const { pathname, search, hash } = window.location;
  const { usr, key } = entryNow();
  return { pathname, search, hash, state: usr ?? null, key };
}

/**
 * The state in the current entry. An entry that the browser made, by an address or a link from another site, gets its
 * own.
 */
function entryNow(): Entry {
  const entry = window.history.state as Entry | null;
  if (typeof entry?.idx === "number") return entry;
  const made: Entry = { usr: null, key: newKey(), idx: number };
  window.history.replaceState(made, "");
  return made;
}

const newKey = () => crypto.randomUUID().slice(0, 8);

export interface NavigateOptions {
  /** The new entry takes the place of the current one, so that a step back does not lead here. */
  replace?: boolean | undefined;
  /** Kept with the entry, also through a reload. */
  state?: unknown;
}

/** Goes to a place of the app, or as many steps through the history; -1 is back. */
export function navigate(to: string | number, { replace = false, state }: NavigateOptions = {}): void {
  if (typeof to === "number") window.history.go(to);
  else move(replace ? "REPLACE" : "PUSH", to, state);
}

/** Whether a step back would leave the app. */
export const isFirst = () => number === 0;
const isGuard = () => Boolean((window.history.state as Entry | null)?.isGuard);

function move(kind: "PUSH" | "REPLACE", to: string, state: unknown): void {
  const question = questions.at(-1);
  if (question) question(() => step(kind, to, state), kind);
  else step(kind, to, state);
}

function step(kind: "PUSH" | "REPLACE", to: string, state: unknown): void {
  if (isPutBack) return void queued.push(() => step(kind, to, state));
  // The new page takes the guard's place, or going back would take two steps.
  const isNew = kind === "PUSH" && !atGuard;
  atGuard = false;
  if (isNew) number += 1;
  const entry: Entry = { usr: state ?? null, key: newKey(), idx: number };
  if (isNew) window.history.pushState(entry, "", to);
  else window.history.replaceState(entry, "", to);
  tell(kind);
}

function tell(kind: Step["kind"], isAnimated = false): void {
  for (const watcher of watchers) watcher({ place: currentLocation(), kind, isAnimated });
}

/** The browser has already moved when it tells us, so that to ask first means to move it back. */
function popped({ hasUAVisualTransition }: PopStateEvent): void {
  if (isPutBack) {
    isPutBack = false;
    const steps = queued;
    queued = [];
    for (const one of steps) one();
    return;
  }
  const next = (window.history.state as Entry | null)?.idx ?? number;
  const delta = next - number;
  const question = questions.at(-1);
  const wasGuard = atGuard;
  atGuard = isGuard();
  if (wasGuard && question && closable > 0 && next === 0) {
    unguarded(question);
    return;
  }
  if (question && !mayPass && delta !== 0 && !passes(question, delta)) return;
  mayPass = false;
  number = next;
  tell("POP", hasUAVisualTransition);
}

/** Whether the answer is yes at once. Otherwise it moves back, and on again when the answer is yes after all. */
function passes(question: Question, delta: number): boolean {
  let isYes = false;
  // Browsers merge two moves in one task into none, so a step that may pass is never moved back.
  let leave = () => {
    isYes = true;
  };
  question(() => leave(), "POP");
  if (isYes) return true;
  leave = () => {
    mayPass = true;
    window.history.go(delta);
  };
  isPutBack = true;
  window.history.go(-delta);
  return false;
}

/** Calls back after every step; answers how to stop. The first to listen also takes the browser's own buttons. */
export function onStep(watcher: (step: Step) => void): () => void {
  if (watchers.size === 0) begin();
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) window.removeEventListener("popstate", popped);
  };
}

/**
 * While an overlay without an address is open, a step back stays in the app, also from its first entry: there the
 * page gets a second one. Answers how to end it.
 */
export function stayOnBack(): () => void {
  closable += 1;
  guard();
  return () => {
    closable -= 1;
    // What takes its place has asked for the same by then.
    queueMicrotask(guard);
  };
}

/** Puts the second entry there while it is wanted, and takes it away when it is not. */
function guard(): void {
  if (isPutBack) return void queued.push(guard);
  if (closable > 0 && number === 0) {
    number = 1;
    atGuard = true;
    window.history.pushState({ ...entryNow(), idx: 1, isGuard: true } satisfies Entry, "");
  } else if (closable === 0 && atGuard) {
    number = 0;
    atGuard = false;
    isPutBack = true;
    window.history.go(-1);
  }
}

/** The step back has used up the second entry; where something still lies over the page, it gets another. */
function unguarded(question: Question): void {
  number = 0;
  question(() => {}, "POP");
  setTimeout(guard);
}

function begin(): void {
  number = entryNow().idx;
  window.addEventListener("popstate", popped);
  // The page was loaded again while something lay over it, which is gone now.
  atGuard = isGuard();
  guard();
}

/** Until it is taken back, every step first goes through `ask`, which may carry it out or drop it. */
export function askBeforeLeaving(ask: Question): () => void {
  questions.push(ask);
  return () => {
    questions.splice(questions.indexOf(ask), 1);
  };
}
