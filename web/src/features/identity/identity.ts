import { post } from "../../lib/http";

export interface NewMember {
  email: string;
  fullName: string;
  username: string;
  password: string;
  dateOfBirth: string;
  termsAccepted: boolean;
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
