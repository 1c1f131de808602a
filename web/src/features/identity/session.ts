import { useCallback, useSyncExternalStore } from "react";
import { post } from "../../lib/http";
import { Refusal } from "../../lib/refusal";
import { CACHED_WALLS, session as ofTab } from "../../lib/storage";
import * as words from "../../locales/session";
import { noteSignedIn } from "./signedIn";

/**
 * Whether this browser is signed in, and the socket's token. The session itself is a cookie that scripts cannot read;
 * the token lives in this module's memory only. Each sign-in and sign-out starts a new generation, and a token fetched
 * in one generation is never handed out in another.
 */
interface Session {
  status: "unknown" | "in" | "out";
  generation: number;
}

/** Null where there is no session: a visitor is no failure. */
interface Token {
  token: string | null;
}

/** Refusals that mean there is no session. Everything else (busy, broken, unreachable) means: ask again. */
const NO = new Set(["unauthenticated", "forbidden", "http_401", "http_403"]);
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4_000;

let session: Session = { status: "unknown", generation: 0 };
let held: { token: string; generation: number } | null = null;
let probing = false;
const watchers = new Set<() => void>();

function setStatus(status: Session["status"], generation: number): void {
  session = { status, generation };
  held = null;
  if (status !== "unknown") noteSignedIn(status === "in");
  for (const watcher of watchers) watcher();
}

export function markSignedIn(): void {
  setStatus("in", session.generation + 1);
}

/** The server has ended this browser's session; here nothing of it may stay either. */
export function markSignedOut(): void {
  void forgetWork();
  setStatus("out", session.generation + 1);
}

/** Whether the server still knows the session; if it does not, the session is over here too. */
export async function isSignedIn(): Promise<boolean> {
  return (await tokenFor(session.generation, true)) !== null;
}

/** Deletes the member's drafts and notes at the log-out. Pending messages carry their sender's id and wait. */
const forgetWork = async () => {
  // The next member of this tab must not learn which walls were read, although nothing of their content is kept.
  for (const key of ofTab.keys()) if (key.startsWith(CACHED_WALLS)) ofTab.remove(key);
  await (await import("../../lib/offlineStorage")).deleteAllButOutbox();
};

/** Ends the session here and on the server. Answers to earlier requests are ignored from the first line on. */
export async function leave(): Promise<void> {
  setStatus(session.status, session.generation + 1);
  try {
    await post("/api/identity/sign-out", {}, words.couldntLogOut());
  } catch (error) {
    if (!isNo(error)) throw error;
  }
  await forgetWork();
  setStatus("out", session.generation + 1);
}

/** A token of `generation`, or null when that generation is over or the server knows no session. */
export async function tokenFor(generation: number, fresh: boolean): Promise<string | null> {
  if (generation !== session.generation) return null;
  if (!fresh && held?.generation === generation) return held.token;
  const token = await askUntilAnswered(generation);
  if (generation !== session.generation) return null;
  if (token === null) setStatus("out", generation + 1);
  else held = { token, generation };
  return token;
}

/** A server that cannot be reached says nothing about the session, so we ask again until it says yes or no. */
async function askUntilAnswered(generation: number): Promise<string | null> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return (await post<Token>("/api/identity/token", {})).token;
    } catch (error) {
      if (isNo(error) || generation !== session.generation) return null;
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

function isNo(error: unknown): boolean {
  return error instanceof Refusal && NO.has(error.code);
}

async function probe(): Promise<void> {
  if (probing || session.status !== "unknown") return;
  probing = true;
  const token = await tokenFor(session.generation, false);
  if (token !== null && session.status === "unknown") {
    session = { ...session, status: "in" };
    noteSignedIn(true);
    for (const watcher of watchers) watcher();
  }
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  void probe();
  return () => watchers.delete(watcher);
}

const read = (): Session => session;

/** The shape `ConvexProviderWithAuth` asks for; the fetcher stays the same object for a whole generation. */
export function useSession() {
  const { status, generation } = useSyncExternalStore(watch, read);
  const fetchAccessToken = useCallback(
    ({ forceRefreshToken }: { forceRefreshToken: boolean }) => tokenFor(generation, forceRefreshToken),
    [generation],
  );
  return { isLoading: status === "unknown", isAuthenticated: status === "in", fetchAccessToken };
}
