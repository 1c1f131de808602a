import { WebAuthnError } from "@simplewebauthn/browser";
import { wordsFor } from "../../../lib/refusal";
import * as words from "../../../locales/twoFactor";

/** Names of the browser's errors when the member closed its dialog, or another request took its place. */
const DISMISSED = new Set(["NotAllowedError", "AbortError"]);

/** Whether the member closed the browser's dialog. That is no error to show. */
export const isDismissed = (error: unknown): boolean => error instanceof Error && DISMISSED.has(error.name);

/** What went wrong with a passkey, in words. */
export function passkeyErrorWords(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED")
    return words.passkeyExists();
  return wordsFor(error, words.passkeyFailed());
}
