import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { useCallback, useEffect, useState } from "react";
import { Refusal } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/twoFactor";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { markSignedIn } from "../session";
import { isDismissed, passkeyErrorWords } from "./passkeyErrors";
import { passkeySignInOptions, signInWithPasskey } from "./requests";
import styles from "./SecondStep.module.css";

/** Shorter than the ten minutes in which the server takes an answer. */
const RENEW_MS = 9 * 60_000;

/**
 * The button that logs in with a passkey. While it is on the page, the browser also offers passkeys in the list of the
 * email field, whose `autoComplete` has to end with `webauthn`.
 */
export function PasskeyLogin() {
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);
  useOffersInField(useCallback((refusal) => setError({ words: passkeyErrorWords(refusal) }), []));

  async function logIn(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await signIn((await passkeySignInOptions()).options, false);
    } catch (failed) {
      if (!isDismissed(failed)) setError({ words: passkeyErrorWords(failed) });
      setBusy(false);
    }
  }

  return (
    <>
      <Button wide disabled={isBusy} onClick={logIn}>
        {isBusy ? actions.wait() : words.logInWithPasskey()}
      </Button>
      <Alert said={error} className={styles.error} />
    </>
  );
}

async function signIn(
  options: PublicKeyCredentialRequestOptionsJSON,
  useBrowserAutofill: boolean,
): Promise<void> {
  await signInWithPasskey(await startAuthentication({ optionsJSON: options, useBrowserAutofill }));
  markSignedIn();
}

/** The request of the field waits until a passkey is chosen there; the button's takes its place. */
function useOffersInField(onRefused: (refusal: Refusal) => void): void {
  useEffect(() => {
    let isHere = true;
    async function offer(): Promise<void> {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      // A server that is busy leaves the button.
      const given = await passkeySignInOptions().catch(() => null);
      if (!given || !isHere) return;
      await signIn(given.options, true).catch((error) => error instanceof Refusal && onRefused(error));
    }
    void offer();
    const renewal = setInterval(offer, RENEW_MS);
    return () => {
      isHere = false;
      clearInterval(renewal);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [onRefused]);
}
