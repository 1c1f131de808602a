import { type FormEvent, useState } from "react";
import { wordsFor } from "../../../lib/refusal";
import * as actions from "../../../locales/actions";
import * as words from "../../../locales/twoFactor";
import { Ago } from "../../../ui/Ago";
import { Alert } from "../../../ui/Alert";
import { Button } from "../../../ui/Button";
import { Dialog, DialogWords } from "../../../ui/Dialog";
import { SettingsSection } from "../../../ui/SettingsPage";
import { CodeField } from "../CodeField";
import { OwnList, OwnRow } from "../OwnList";
import { CODE_LENGTH } from "../rules";
import styles from "./AuthenticatorApp.module.css";
import {
  beginAuthenticator,
  confirmAuthenticator,
  type NewAuthenticator,
  removeAuthenticator,
} from "./requests";
import type { Change } from "./useFactors";

/** The member's authenticator app. `onAdded` gets the recovery codes that come with the first second step, or null. */
export function AuthenticatorApp({
  since,
  change,
  onAdded,
  isBusy,
}: {
  since: string | null;
  change: Change;
  onAdded: (codes: string[] | null) => void;
  isBusy: boolean;
}) {
  const [added, setAdded] = useState<NewAuthenticator | null>(null);
  const begin = () => change(async () => setAdded(await beginAuthenticator()), "");
  return (
    <SettingsSection title={words.app()} help={words.appHint()}>
      {since ? (
        <OwnList label={words.app()}>
          <OwnRow name={words.app()} times={words.added({ ago: () => <Ago since={since} /> })}>
            <Button
              variant="ghost"
              disabled={isBusy}
              aria-label={words.removeApp()}
              onClick={() => change(removeAuthenticator, words.appRemoved())}
            >
              {words.remove()}
            </Button>
          </OwnRow>
        </OwnList>
      ) : (
        <Button disabled={isBusy} onClick={begin}>
          {words.addApp()}
        </Button>
      )}
      {added && (
        <ScanDialog
          added={added}
          onClose={() => setAdded(null)}
          onAdded={(codes) => {
            setAdded(null);
            onAdded(codes);
          }}
        />
      )}
    </SettingsSection>
  );
}

/** The QR code, and the first code that the app makes of it. */
function ScanDialog({
  added: { seed, uri, qrPath, qrSize },
  onClose,
  onAdded,
}: {
  added: NewAuthenticator;
  onClose: () => void;
  onAdded: (codes: string[] | null) => void;
}) {
  const { code, type, error, isBusy, submit } = useConfirmation(onAdded);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.scanTitle()}
      holds
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel()}</Button>
          <Button variant="primary" type="submit" form="first-code" disabled={isBusy}>
            {isBusy ? actions.wait() : words.confirm()}
          </Button>
        </>
      }
    >
      <DialogWords>{words.scanHint()}</DialogWords>
      <a className={styles.code} href={uri}>
        <span className="visually-hidden">{words.openInApp()}</span>
        <svg viewBox={`0 0 ${qrSize} ${qrSize}`} aria-hidden="true" shapeRendering="crispEdges">
          <path d={qrPath} />
        </svg>
      </a>
      <p className={styles.seed} translate="no">
        {seed.match(/.{1,4}/g)?.join(" ")}
      </p>
      <form id="first-code" className={styles.form} onSubmit={submit} noValidate>
        <p>{words.firstCodeHint()}</p>
        <CodeField
          value={code}
          onChange={type}
          onEnter={() => {}}
          disabled={isBusy}
          wrong={error !== null && code === ""}
        />
        <Alert said={error} className={styles.error} />
      </form>
    </Dialog>
  );
}

function useConfirmation(onAdded: (codes: string[] | null) => void) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<{ words: string } | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function confirm(typed: string): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      onAdded((await confirmAuthenticator(typed)).recoveryCodes);
    } catch (refusal) {
      setError({ words: wordsFor(refusal, words.failed()) });
      setCode("");
      setBusy(false);
    }
  }

  function type(typed: string): void {
    setCode(typed);
    if (typed.length === CODE_LENGTH) void confirm(typed);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void confirm(code);
  }

  return { code, type, error, isBusy, submit };
}
