import { use, useEffect, useState, useSyncExternalStore } from "react";
import { get, post } from "../../lib/http";
import { codeOf, wordsFor } from "../../lib/refusal";
import { rememberReturnTo } from "../../lib/returnTo";
import * as identityWords from "../../locales/identity";
import * as suspendedWords from "../../locales/suspended";
import type { Profile } from "./identity";
import { keptInvitation } from "./invitation";
import { type PasswordPolicy, SPEC } from "./rules";

export interface HostedProvider {
  issuer: string;
  label: string;
}

/** The ways in that the operator has opened; `embedded` is e-mail and password. */
export interface Methods {
  embedded: boolean;
  hosted: HostedProvider[];
  passwordPolicy: PasswordPolicy;
  /** Who may sign up: everyone, everyone whom a moderator approves, people with an invitation, or no one. */
  entry: "open" | "approval" | "invite" | "closed";
  /** Whether members may add second steps, and whether this address allows passkeys. */
  twoFactor?: boolean;
  passkeys?: boolean;
}

/** A person after a login at a provider, without an account yet. Fields that the provider did not give are empty. */
export interface Newcomer extends Omit<Profile, "termsAccepted" | "reason">, HostedProvider {
  email: string | null;
}

/** There is no pending sign-up: it expired, or the server could not be reached. */
export interface NewcomerFailure {
  problem: "expired" | "unreachable";
  words: string;
}

const BY_PASSWORD: Methods = { embedded: true, hosted: [], passwordPolicy: SPEC, entry: "open" };
const AGAIN_MS = 3_000;
const PROBLEMS: Record<string, () => string> = {
  unavailable: identityWords.notAvailable,
  no_passwords: identityWords.noPasswords,
  suspended: suspendedWords.byProvider,
};

let askedMethods: Promise<Methods> | undefined;
let lateMethods: Methods | undefined;
let askedNewcomer: Promise<Newcomer | NewcomerFailure> | undefined;
const watchers = new Set<() => void>();

/** The ways to log in, as soon as the server has answered: until then, e-mail and password. */
export function useMethods(): Methods {
  const first = use(methods());
  return useSyncExternalStore(watch, () => lateMethods) ?? first;
}

/** The same without waiting: undefined until the server has answered. */
export function useMethodsIfKnown(): Methods | undefined {
  const [first, setFirst] = useState<Methods>();
  useEffect(() => {
    let isHere = true;
    void methods().then((found) => isHere && setFirst(found));
    return () => {
      isHere = false;
    };
  }, []);
  return useSyncExternalStore(watch, () => lateMethods) ?? first;
}

/** The first answer. If the server cannot say, the form shows, and reports the error later. */
export function methods(): Promise<Methods> {
  askedMethods ??= ask().catch(() => {
    void askUntilAnswered();
    return BY_PASSWORD;
  });
  return askedMethods;
}

const ask = async (): Promise<Methods> => ({
  ...BY_PASSWORD,
  ...(await get<Partial<Methods>>("/api/identity/methods")),
});

async function askUntilAnswered(): Promise<void> {
  while (!lateMethods) {
    await new Promise((resume) => setTimeout(resume, AGAIN_MS));
    lateMethods = await ask().catch(() => undefined);
  }
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Fetched once per page load, since the provider returns to the app by a page load. */
export function newcomer(): Promise<Newcomer | NewcomerFailure> {
  askedNewcomer ??= get<Newcomer>("/api/identity/hosted/pending", identityWords.couldntReach()).catch(nobody);
  return askedNewcomer;
}

const nobody = (error: unknown): NewcomerFailure => ({
  problem: codeOf(error) === "expired" ? "expired" : "unreachable",
  words: wordsFor(error, identityWords.couldntReach()),
});

export const complete = (profile: Profile): Promise<unknown> =>
  post(
    "/api/identity/hosted/complete",
    { ...profile, invitation: keptInvitation() },
    identityWords.couldntCreate(),
  );

/** Leads to the provider with a page load. `returnTo` is the place to go to afterwards, if not the feed. */
export function startHostedLogin(issuer: string, returnTo: string | null): void {
  rememberReturnTo(returnTo);
  window.location.assign(`/api/identity/hosted/start?${new URLSearchParams({ issuer })}`);
}

/** Why the login at the provider failed, in the product's words; null when there was no attempt. */
export function loginErrorIn(search: string): string | null {
  const problem = new URLSearchParams(search).get("problem");
  if (problem === null) return null;
  return (PROBLEMS[problem] ?? identityWords.couldntLogIn)();
}
