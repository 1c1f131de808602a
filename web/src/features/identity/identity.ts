import { get, post } from "../../lib/http";

/** The identity of a member. The day of birth is YYYY-MM-DD. */
export interface Profile {
  fullName: string;
  username: string;
  dateOfBirth: string;
  termsAccepted: boolean;
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
  post("/api/identity/sign-up", member, "Failed to create account");

export const sendAgain = (challengeId: string): Promise<Challenge> =>
  post("/api/identity/sign-up/resend", { challengeId }, "Failed to verify code");

export const verify = (challengeId: string, code: string): Promise<{ status: string }> =>
  post("/api/identity/sign-up/verify", { challengeId, code }, "Failed to verify code");

export const signIn = (identifier: string, password: string): Promise<{ status: string }> =>
  post("/api/identity/sign-in", { identifier, password }, "Failed to login. Please try again.");

export const askForReset = (email: string): Promise<Challenge> =>
  post("/api/identity/reset", { email }, "Failed to send reset email. Please try again later.");

export const sendResetAgain = (challengeId: string): Promise<Challenge> =>
  post("/api/identity/reset/resend", { challengeId }, "Failed to send reset email. Please try again later.");

export const resetPassword = (challengeId: string, code: string, newPassword: string): Promise<unknown> =>
  post(
    "/api/identity/reset/complete",
    { challengeId, code, newPassword },
    "Failed to reset password. Please try again.",
  );

/** The same with the link from an email: its part behind the `#`. */
export const resetByLink = (link: string, newPassword: string): Promise<unknown> =>
  post("/api/identity/reset/complete", { link, newPassword }, "Failed to reset password. Please try again.");

export const openSessions = (): Promise<OpenSession[]> =>
  get("/api/identity/sessions", "The sessions could not be read.");

export const endOtherSessions = (): Promise<unknown> =>
  post("/api/identity/sessions/end-others", {}, "The other sessions could not be ended. Please try again.");

export const endSession = (id: string): Promise<unknown> =>
  post(
    `/api/identity/sessions/${encodeURIComponent(id)}/end`,
    {},
    "This session could not be ended. Please try again.",
  );

export const deleteAccount = (password: string): Promise<unknown> =>
  post("/api/identity/delete", { password }, "Your account could not be deleted. Please try again.");
