import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { get, post } from "../../../lib/http";
import * as words from "../../../locales/twoFactor";

export type Method = "passkey" | "authenticator" | "recovery code";

/** What a browser is asked for: any of these. `passkey` is null where the account has none. */
export interface Question {
  methods: Method[];
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

/** One of the two. */
export interface Answer {
  code?: string;
  passkey?: AuthenticationResponseJSON;
}

/** Times are ISO strings of the server's clock. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface TrustedBrowser {
  id: string;
  browser: string;
  lastUsedAt: string;
  expiresAt: string;
  current: boolean;
}

/** A member's second steps. `canAddPasskeys` is false where the server's address is none that passkeys belong to. */
export interface Factors {
  canAddPasskeys: boolean;
  passkeys: Passkey[];
  authenticatorSince: string | null;
  recoveryCodes: number;
  devices: TrustedBrowser[];
}

/** A new authenticator app's secret. `qrPath` is the `d` of an SVG path in a box of `qrSize`. */
export interface NewAuthenticator {
  seed: string;
  uri: string;
  qrPath: string;
  qrSize: number;
}

/** The codes that come with the first second step; null with later ones. */
interface Added {
  recoveryCodes: string[] | null;
}

const path = (rest: string) => `/api/identity/${rest}`;

export const completeSignIn = (answer: Answer, trust: boolean): Promise<unknown> =>
  post(path("sign-in/second-step"), { ...answer, trust }, words.failed());

export const passkeySignInOptions = (): Promise<{ options: PublicKeyCredentialRequestOptionsJSON }> =>
  post(path("sign-in/passkey/options"), {}, words.failed());

export const signInWithPasskey = (passkey: AuthenticationResponseJSON): Promise<unknown> =>
  post(path("sign-in/passkey"), { passkey }, words.failed());

export const factors = (): Promise<Factors> => get(path("factors"), words.couldntLoad());

export const proofOptions = (): Promise<Question> => post(path("proof/options"), {}, words.failed());

export const prove = (answer: Answer | { password: string }): Promise<unknown> =>
  post(path("proof"), answer, words.failed());

export const newPasskeyOptions = (): Promise<{ options: PublicKeyCredentialCreationOptionsJSON }> =>
  post(path("factors/passkeys/options"), {}, words.failed());

export const addPasskey = (passkey: RegistrationResponseJSON): Promise<Added> =>
  post(path("factors/passkeys"), { passkey }, words.failed());

export const renamePasskey = (id: string, name: string): Promise<unknown> =>
  post(path(`factors/passkeys/${encodeURIComponent(id)}/rename`), { name }, words.failed());

export const removePasskey = (id: string): Promise<unknown> =>
  post(path(`factors/passkeys/${encodeURIComponent(id)}/remove`), {}, words.failed());

export const beginAuthenticator = (): Promise<NewAuthenticator> =>
  post(path("factors/authenticator/begin"), {}, words.failed());

export const confirmAuthenticator = (code: string): Promise<Added> =>
  post(path("factors/authenticator/confirm"), { code }, words.failed());

export const removeAuthenticator = (): Promise<unknown> =>
  post(path("factors/authenticator/remove"), {}, words.failed());

export const makeRecoveryCodes = (): Promise<{ recoveryCodes: string[] }> =>
  post(path("factors/recovery-codes"), {}, words.failed());

export const forgetBrowser = (id: string): Promise<unknown> =>
  post(path(`factors/devices/${encodeURIComponent(id)}/forget`), {}, words.failed());

export const forgetBrowsers = (): Promise<unknown> =>
  post(path("factors/devices/forget-all"), {}, words.failed());
