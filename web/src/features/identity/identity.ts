import { get, post } from "../../lib/http";
import * as downloadDataWords from "../../locales/downloadData";
import * as words from "../../locales/identity";
import { keptInvitation } from "./invitation";
import type { Question } from "./secondStep/requests";

/** The identity of a member. The day of birth is YYYY-MM-DD. */
export interface Profile {
  fullName: string;
  username: string;
  dateOfBirth: string;
  termsAccepted: boolean;
  /** Why they want to join, where moderators approve new members. */
  reason: string;
}

export interface NewMember extends Profile {
  email: string;
  password: string;
}

export interface Reset {
  email: string;
  newPassword: string;
  retyped: string;
}

/** A browser that is signed in. Times are ISO strings of the server's clock. */
export interface OpenSession {
  id: string;
  browser: string;
  createdAt: string;
  lastUsedAt: string;
  current: boolean;
}

/** A code is on its way by e-mail. Times are ISO strings of the server's clock. */
export interface Challenge {
  challengeId: string;
  expiresAt: string;
  resendAt: string;
}

export const signUp = (member: NewMember): Promise<Challenge> =>
  post("/api/identity/sign-up", { ...member, invitation: keptInvitation() }, words.couldntCreate());

export const sendAgain = (challengeId: string): Promise<Challenge> =>
  post("/api/identity/sign-up/resend", { challengeId }, words.couldntVerify());

export const verify = (challengeId: string, code: string): Promise<{ status: string }> =>
  post("/api/identity/sign-up/verify", { challengeId, code }, words.couldntVerify());

/** Complete, or what to ask for after the password. Any other status is a refusal. */
export type SignedIn = { status: "complete" | "refused" } | ({ status: "second step" } & Question);

export const signIn = (identifier: string, password: string): Promise<SignedIn> =>
  post("/api/identity/sign-in", { identifier, password }, words.couldntLogIn());

export const askForReset = (email: string): Promise<Challenge> =>
  post("/api/identity/reset", { email }, words.couldntSendReset());

export const sendResetAgain = (challengeId: string): Promise<Challenge> =>
  post("/api/identity/reset/resend", { challengeId }, words.couldntSendReset());

export const resetPassword = (challengeId: string, code: string, newPassword: string): Promise<unknown> =>
  post("/api/identity/reset/complete", { challengeId, code, newPassword }, words.couldntReset());

/** The same with the link from an email: its part behind the `#`. */
export const resetByLink = (link: string, newPassword: string): Promise<unknown> =>
  post("/api/identity/reset/complete", { link, newPassword }, words.couldntReset());

export const openSessions = (): Promise<OpenSession[]> =>
  get("/api/identity/sessions", words.couldntLoadSessions());

export const endOtherSessions = (): Promise<unknown> =>
  post("/api/identity/sessions/end-others", {}, words.couldntEndSessions());

export const endSession = (id: string): Promise<unknown> =>
  post(`/api/identity/sessions/${encodeURIComponent(id)}/end`, {}, words.couldntEndSession());

export const deleteAccount = (password: string): Promise<unknown> =>
  post("/api/identity/delete", { password }, words.couldntDelete());

/** Has an archive of the member's data made; how far it is, `exports:getExport` says. */
export const askForExport = (password: string): Promise<{ id: string }> =>
  post("/api/identity/export", password ? { password } : {}, downloadDataWords.couldntDownload());

export const exportAddress = (id: string): string => `/api/identity/exports/${id}`;

/** Whether this browser may download the archive now, without the password. */
export const mayDownload = (id: string): Promise<boolean> =>
  fetch(exportAddress(id), { method: "HEAD" }).then(
    ({ status }) => status !== 403,
    // The download itself says what is wrong.
    () => true,
  );

/** Lets this browser download the archive for a day. */
export const openExport = (id: string, password: string): Promise<unknown> =>
  post(`${exportAddress(id)}/open`, password ? { password } : {}, downloadDataWords.couldntOpen());
